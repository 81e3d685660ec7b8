#include "test/tools/orchestrator_double.hpp"
#include "test/tools/program.hpp"

namespace orrery::hooks {
namespace {

std::string text_reply(int code, const std::string& output, const std::string& error) {
  ToolReply reply;
  reply.code = code;
  reply.output = output;
  reply.error = error;
  return encode_reply(reply);
}

/// Wants input from a file, then is content.
OrchestratorDouble::Answer wants(const std::string& file) {
  return [file](const TokenCall& call) {
    ToolReply reply;
    reply.wants_input = !call.call.has_input;
    reply.input_file = file;
    return encode_reply(reply);
  };
}

TEST_F(Program, sends_its_call_and_relays_the_answer) {
  OrchestratorDouble server(socket,
                            [](const TokenCall&) { return text_reply(2, "out\n", "ERROR x\n"); });
  const Ran ran = run({"config-get", "--format", "json", ""});
  EXPECT_EQ(ran.code, 2);
  EXPECT_EQ(ran.output, "out\n");
  EXPECT_EQ(ran.error, "ERROR x\n");
  const auto calls = server.calls();
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].token, "c0ffee");
  EXPECT_EQ(calls[0].call.arguments,
            (std::vector<std::string>{"config-get", "--format", "json", ""}));
  EXPECT_EQ(calls[0].call.directory, fs::canonical(directory));
  EXPECT_FALSE(calls[0].call.has_input);
}

TEST_F(Program, under_its_own_name_takes_the_tool_as_an_argument) {
  OrchestratorDouble server(socket, [](const TokenCall&) { return text_reply(0, "", ""); });
  EXPECT_EQ(run({"orrery-tool", "is-leader", "-o", "f"}).code, 0);
  const auto calls = server.calls();
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_EQ(calls[0].call.arguments, (std::vector<std::string>{"is-leader", "-o", "f"}));
}

TEST_F(Program, finds_a_socket_with_a_long_path) {
  socket = directory / std::string(120, 'a') / std::string(120, 'b');
  fs::create_directories(socket);
  socket /= "socket";
  OrchestratorDouble server(socket, [](const TokenCall&) { return text_reply(0, "far\n", ""); });
  EXPECT_EQ(run({"config-get"}).output, "far\n");
}

TEST_F(Program, reads_standard_input_only_if_it_is_wanted) {
  write("stdin", "k: v\n");
  OrchestratorDouble server(socket, wants(""));
  EXPECT_EQ(run({"relation-set", "--file", "-"}).code, 0);
  const auto calls = server.calls();
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_FALSE(calls[0].call.has_input);
  EXPECT_EQ(calls[0].call.input, "");
  EXPECT_TRUE(calls[1].call.has_input);
  EXPECT_EQ(calls[1].call.input, "k: v\n");
  EXPECT_EQ(calls[1].call.arguments, calls[0].call.arguments);
}

TEST_F(Program, reads_a_file_from_its_own_directory) {
  write("settings.yaml", std::string("k: \0v\n", 6));
  OrchestratorDouble server(socket, wants("settings.yaml"));
  EXPECT_EQ(run({"relation-set", "--file", "settings.yaml"}).code, 0);
  const auto calls = server.calls();
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[1].call.input, std::string("k: \0v\n", 6));
}

TEST_F(Program, says_which_file_it_cannot_read) {
  OrchestratorDouble server(socket, wants("missing"));
  const Ran ran = run({"relation-set"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.error, "ERROR cannot read missing: No such file or directory\n");
  EXPECT_EQ(server.calls().size(), 1U);
}

TEST_F(Program, refuses_input_without_end) {
  OrchestratorDouble server(socket, wants("/dev/zero"));
  const Ran ran = run({"relation-set"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(
    ran.error,
    "ERROR input is longer than 1048576 bytes: set large data elsewhere and say where it is\n");
}

TEST_F(Program, refuses_a_call_that_is_too_long_in_all) {
  write("big", std::string(call_limit, 'x'));
  OrchestratorDouble server(socket, wants("big"));
  const Ran ran = run({"relation-set"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.error, "ERROR arguments and input are longer than 1 MiB: pass less at once\n");
}

TEST_F(Program, writes_output_to_the_named_file) {
  write("out", "something longer from before");
  OrchestratorDouble server(socket, [](const TokenCall&) {
    ToolReply reply;
    reply.output = "value\n";
    reply.output_file = "out";
    return encode_reply(reply);
  });
  const Ran ran = run({"config-get"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.output, "");
  EXPECT_EQ(content_of(directory / "out"), "value\n");
}

TEST_F(Program, says_which_file_it_cannot_write) {
  OrchestratorDouble server(socket, [](const TokenCall&) {
    ToolReply reply;
    reply.output_file = "no/such/out";
    return encode_reply(reply);
  });
  const Ran ran = run({"config-get"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.error, "ERROR cannot write no/such/out: No such file or directory\n");
}

TEST_F(Program, relays_a_long_answer) {
  const std::string output(3 << 20, 'x');
  OrchestratorDouble server(socket, [&](const TokenCall&) { return text_reply(0, output, ""); });
  EXPECT_EQ(run({"config-get"}).output, output);
}

TEST_F(Program, outside_a_hook_says_so) {
  const std::string start = "ERROR orrery hook tool called outside a hook: ";
  const std::string end = " is not set; hook tools work only in hooks that the orchestrator runs\n";
  token.clear();
  EXPECT_EQ(run({"config-get"}).error, start + "JUJU_CONTEXT_ID" + end);
  EXPECT_EQ(run({"config-get"}).code, 1);
  socket.clear();
  EXPECT_EQ(run({"config-get"}).error, start + "JUJU_AGENT_SOCKET_ADDRESS" + end);
}

TEST_F(Program, without_an_orchestrator_says_where_it_looked) {
  const Ran ran = run({"config-get"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(ran.error,
            "ERROR cannot reach the orchestrator at " + socket.string()
              + ": No such file or directory: the hook that this tool belongs to may have ended\n");
}

TEST_F(Program, refused_by_the_orchestrator_says_so) {
  OrchestratorDouble server(socket, [](const TokenCall&) { return std::string(); });
  const Ran ran = run({"config-get"});
  EXPECT_EQ(ran.code, 1);
  EXPECT_EQ(
    ran.error,
    "ERROR no answer from the orchestrator: the connection was closed: the hook that this tool "
    "belongs to may have ended\n");
}

TEST_F(Program, takes_no_malformed_answer) {
  const std::map<std::string, std::string> cases{
    {std::string("\x01\x00\x00\x00?", 5), "the answer is malformed"},
    {"\xff\xff\xff\xff", "the answer is too long"},
  };
  for (const auto& [bytes, what] : cases) {
    fs::remove(socket);
    OrchestratorDouble server(socket, [&answer = bytes](const TokenCall&) { return answer; });
    const Ran ran = run({"config-get"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.error.rfind("ERROR no answer from the orchestrator: " + what, 0), 0U)
      << ran.error;
  }
}

TEST_F(Program, never_tells_the_token) {
  for (const char* word : {"config-get", "relation-set"})
    EXPECT_EQ(run({word}).error.find(token), std::string::npos);
}

} // namespace
} // namespace orrery::hooks
