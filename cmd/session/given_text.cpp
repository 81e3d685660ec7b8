#include "cmd/session/given_text.hpp"

#include "cmd/session/text_file.hpp"

namespace orrery::cmd {

tl::expected<std::string, std::string> read_given_input(const Session& session,
                                                        std::uint64_t bytes_max) {
  if (session.input != nullptr)
    return session.input->read(bytes_max);
  if (session.scripted)
    return tl::unexpected(std::string{"a console's command has no standard input: write it to a "
                                      "file and name that"});
  return tl::unexpected(std::string{"this client gives no standard input, as older ones do not: "
                                    "write it to a file and name that"});
}

tl::expected<GivenText, std::string>
read_given_text(const Session& session, const std::string& file, std::uint64_t bytes_max) {
  if (file == "-")
    return read_given_input(session, bytes_max).map([](std::string text) {
      return GivenText{std::move(text), standard_input_name};
    });
  const auto path = session.path(file);
  return read_clients_file(session, path, bytes_max).map([&path](std::string text) {
    return GivenText{std::move(text), path.string()};
  });
}

} // namespace orrery::cmd
