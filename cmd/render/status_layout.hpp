#pragma once

#include "cmd/render/document.hpp"
#include "cmd/render/picture.hpp"
#include "cmd/render/status.hpp"

#include <string>

/// The layouts of a picture, one a format family.
namespace orrery::render {

/// Sections of aligned columns.
[[nodiscard]] std::string status_tabular(const Picture& picture, const StatusOptions& options);
/// `- mysql/0: 127.0.1.1 (agent:idle, workload:active) 3306/tcp`.
[[nodiscard]] std::string status_short(const Picture& picture);
/// Counts of machines, units and applications.
[[nodiscard]] std::string status_summary(const Picture& picture);
/// Machines, applications, units and relations as a graph for Graphviz; lives as colours.
[[nodiscard]] std::string status_graph(const Picture& picture);
/// For JSON and YAML.
[[nodiscard]] Document
status_document(const Index& index, const Picture& picture, const StatusOptions& options);

/// One machine as `status` and `show-machine` have it.
[[nodiscard]] Document machine_document(const MachinePicture& machine, const TimeFormat& time);
/// `3306/tcp`, `8000-8010/udp`, `icmp`.
[[nodiscard]] std::string port_text(const store::Port& port);
/// The base on which everything runs, as keys and in one word.
[[nodiscard]] Document base_document();
[[nodiscard]] std::string base_text();

} // namespace orrery::render
