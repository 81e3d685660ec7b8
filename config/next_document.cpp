#include "config/next_document.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <string>

namespace orrery::config {

namespace {

/// Thrown through the parser, which this ends.
struct DocumentBegins {
  YAML::Mark mark;
};

/// Ends the parser as soon as a document begins, so that no other event comes.
class BeginOfDocument final : public YAML::EventHandler {
public:
  void OnDocumentStart(const YAML::Mark& mark) override { throw DocumentBegins{mark}; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void
  OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&,
                       const std::string&,
                       YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&,
                  const std::string&,
                  YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

} // namespace

std::optional<YAML::Mark> begin_of_next_document(YAML::Parser& parser) {
  BeginOfDocument handler;
  try {
    parser.HandleNextDocument(handler);
  } catch (const DocumentBegins& begins) {
    return begins.mark;
  }
  return std::nullopt;
}

} // namespace orrery::config
