// What client and server say to each other, as bytes.
#include "test/cmd/parts.hpp"
#include "test/cmd/served.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace orrery::cmd {
namespace {

using test::has;

using std::chrono::milliseconds;

TEST(Wire, a_request_survives_its_journey_and_every_cut_is_noticed) {
  wire::Request request;
  request.mode = wire::Request::Mode::Verb;
  request.directory = "/a";
  request.terminal = {true, true, true, 132, 43};
  request.name = "n";
  request.words = {"deploy", "", std::string("\0x", 2)};
  request.gives_input = true;
  const auto bytes = wire::encode(request);
  const auto back = wire::decode_request(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->words, request.words);
  EXPECT_EQ(back->terminal.columns, 132U);
  EXPECT_EQ(back->terminal.rows, 43U);
  EXPECT_TRUE(back->terminal.colour);
  EXPECT_TRUE(back->terminal.progress);
  EXPECT_TRUE(back->gives_input);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(wire::decode_request(bytes.substr(0, size))) << size;
  EXPECT_FALSE(wire::decode_request(bytes + "x"));
}

TEST(Wire, A64_the_request_of_an_older_client_gives_no_input) {
  wire::Request request;
  request.terminal = {true, true, true, 132, 43}; // all the flags that it knows
  const auto back = wire::decode_request(wire::encode(request));
  ASSERT_TRUE(back);
  EXPECT_FALSE(back->gives_input);
}

TEST(Wire, A64_a_part_of_standard_input_is_bytes_and_bounded) {
  using State = wire::InputPart::State;
  for (const auto state : {State::More, State::Last, State::Unreadable}) {
    const auto back = wire::decode_input(wire::encode(wire::InputPart{state, {"\0\xff", 2}}));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->state, state);
    EXPECT_EQ(back->bytes, (std::string{"\0\xff", 2}));
  }
  EXPECT_FALSE(wire::decode_input(""));
  EXPECT_FALSE(wire::decode_input("\x03"));
  const std::string most(wire::input_part_max, 'x');
  EXPECT_TRUE(wire::decode_input(wire::encode(wire::InputPart{State::Last, most})));
  EXPECT_FALSE(wire::decode_input(wire::encode(wire::InputPart{State::Last, most + "x"})));
  EXPECT_EQ(wire::decode_wanted(wire::encode_wanted(1U << 20)), 1U << 20);
  EXPECT_FALSE(wire::decode_wanted("abc"));
}

TEST(Wire, MD21_a_window_may_tell_the_model_of_the_next_request) {
  const std::string told = wire::encode_window({132, 43}, {}, "orrery:admin/m");
  EXPECT_EQ(wire::model_in(told), "orrery:admin/m");
  EXPECT_EQ(wire::terminal_type_in(told), "");
  EXPECT_EQ(wire::decode_window(told)->columns, 132U) << "an older one takes its size";
  const std::string both = wire::encode_window({132, 43}, "xterm", "m");
  EXPECT_EQ(wire::terminal_type_in(both), "xterm");
  EXPECT_EQ(wire::model_in(both), "m");
  EXPECT_EQ(wire::model_in(wire::encode_window({132, 43}, "xterm")), "");
  EXPECT_EQ(wire::model_in("short"), "");
}

TEST(Wire, UR2_a_window_tells_whose_rights_count) {
  const wire::Credentials bob{"bob", "hunter 2"};
  const auto told = wire::encode_account(bob);
  EXPECT_EQ(wire::account_in(told), bob);
  EXPECT_EQ(wire::model_in(told), "");
  EXPECT_EQ(wire::terminal_type_in(told), "");
  EXPECT_EQ(wire::account_in(wire::encode_window({1, 1}, "xterm", "m")), std::nullopt);
  EXPECT_EQ(wire::account_in(std::string(8, 'x') + std::string(2, '\0') + "bob"), std::nullopt);
  EXPECT_EQ(wire::account_in("short"), std::nullopt);
}

TEST(Wire, D4_a_window_may_tell_the_type_of_its_terminal_and_an_older_one_does_not) {
  const WindowSize size{132, 43};
  const std::string told = wire::encode_window(size, "xterm-256color");
  EXPECT_EQ(wire::terminal_type_in(told), "xterm-256color");
  const auto back = wire::decode_window(told);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->columns, 132U);
  EXPECT_EQ(back->rows, 43U);
  EXPECT_EQ(wire::encode_window(size).size(), 8U) << "all that an older one knows";
  EXPECT_EQ(wire::terminal_type_in(wire::encode_window(size)), "");
  EXPECT_EQ(wire::terminal_type_in("short"), "");
  EXPECT_FALSE(wire::decode_window("short"));
  for (const std::string& wrong :
       {std::string("a b"), std::string("a\nB=c"), std::string("\x1b[2J"), std::string(65, 'x')})
    EXPECT_EQ(wire::terminal_type_in(wire::encode_window(size, wrong)), "") << wrong;
  EXPECT_EQ(wire::terminal_type_in(wire::encode_window(size, std::string(64, 'x'))),
            std::string(64, 'x'));
}

TEST(Wire, a_terminal_goes_with_its_frame_and_nothing_else_is_one) {
  std::array<int, 2> pair{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()), 0);
  const config::Descriptor here{pair[0]}, there{pair[1]};
  ASSERT_EQ(::pipe2(pair.data(), O_CLOEXEC), 0);
  const config::Descriptor out{pair[0]}, in{pair[1]};
  constexpr milliseconds patience{20'000};
  ASSERT_TRUE(wire::send_frame(here.get(), wire::FrameKind::Out, "before", patience));
  const int terminal = in.get();
  ASSERT_TRUE(
    wire::send_descriptors(here.get(), wire::FrameKind::Terminal, {&terminal, 1}, patience));
  ASSERT_TRUE(wire::send_frame(here.get(), wire::FrameKind::Out, "after", patience));
  EXPECT_EQ(wire::receive_frame(there.get(), patience, patience)->payload, "before");
  const auto frame = wire::receive_frame(there.get(), patience, patience);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->kind, wire::FrameKind::Terminal);
  ASSERT_EQ(::write(frame->descriptors.at(0).get(), "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(::read(out.get(), &byte, 1), 1);
  EXPECT_EQ(byte, 'x');
  EXPECT_EQ(wire::receive_frame(there.get(), patience, patience)->payload, "after");
  // A frame without its terminal, and one that is too long.
  for (const char* const payload : {"0", "00"}) {
    ASSERT_TRUE(wire::send_frame(here.get(), wire::FrameKind::Terminal, payload, patience));
    EXPECT_EQ(wire::receive_frame(there.get(), patience, patience).error(), wire::Trouble::Broken);
  }
}

TEST(Server, what_follows_ends_where_the_clients_output_takes_no_more) {
  constexpr milliseconds patience{20'000};
  Served served;
  auto client = Client::connect(served.options.socket);
  wire::Request request;
  request.directory = served.directory;
  request.words = {"status", "--watch", "100ms"};
  ASSERT_TRUE(
    wire::send_frame(client->socket(), wire::FrameKind::Request, wire::encode(request), patience));
  ASSERT_EQ(wire::receive_frame(client->socket(), patience, patience)->kind, wire::FrameKind::Out);
  ASSERT_TRUE(wire::send_frame(client->socket(), wire::FrameKind::Cut, {}, patience));
  auto frame = wire::receive_frame(client->socket(), patience, patience);
  while (frame && frame->kind != wire::FrameKind::Exit)
    frame = wire::receive_frame(client->socket(), patience, patience);
  ASSERT_TRUE(frame);
  EXPECT_EQ(wire::decode_exit(frame->payload), int{Exit::Fine});
}

TEST(Server, a_wrong_frame_is_answered_and_ends_the_session) {
  for (const auto& bytes : {std::string("\xff\xff\xff\xff\x01", 5),    // longer than any may be
                            std::string("\x00\x00\x00\x00\x63", 5),    // of no kind
                            std::string("\x01\x00\x00\x00\x01Z", 6),   // no request
                            std::string("\x00\x00\x00\x00\x05", 5)}) { // not a client's to send
    Served served;
    auto client = Client::connect(served.options.socket);
    ASSERT_EQ(::send(client->socket(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    const auto frame =
      wire::receive_frame(client->socket(), milliseconds{20'000}, milliseconds{20'000});
    ASSERT_TRUE(frame);
    EXPECT_TRUE(has(frame->payload, "is not understood")) << frame->payload;
    EXPECT_TRUE(served.comes_to(0));
  }
}

} // namespace
} // namespace orrery::cmd
