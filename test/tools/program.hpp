#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/// The hook-tool program, run as a hook runs it.
namespace orrery::hooks {

namespace fs = std::filesystem;

inline std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

struct Ran {
  int code = -1;
  std::string output;
  std::string error;
};

/// A directory with the program linked as a tool, and a hook's environment.
class Program : public testing::Test {
protected:
  void SetUp() override {
    std::string name = fs::temp_directory_path() / "orrery-tool-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    directory = name;
    const char* program = std::getenv("ORRERY_TOOL");
    ASSERT_NE(program, nullptr) << "ORRERY_TOOL is the path of the orrery-tool program";
    for (const char* tool :
         {"config-get", "juju-exec", "juju-run", "jujud", "relation-set", "sudo", "orrery-tool"})
      fs::create_symlink(program, directory / tool);
    socket = directory / "socket";
    write("stdin", "");
  }
  void TearDown() override { fs::remove_all(directory); }

  void write(const char* name, const std::string& content) {
    std::ofstream(directory / name, std::ios::binary) << content;
  }

  /// Runs it in the directory with the file `stdin` as standard input.
  Ran run(std::vector<std::string> words) {
    const std::string path = directory / words.front();
    const pid_t child = ::fork();
    if (child == 0)
      become(path, std::move(words));
    const int descriptor = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
    pollfd ended{descriptor, POLLIN, 0};
    if (::poll(&ended, 1, 20'000) != 1)
      ::kill(child, SIGKILL);
    ::close(descriptor);
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(directory / "stdout"),
            content_of(directory / "stderr")};
  }

  [[noreturn]] void become(const std::string& path, std::vector<std::string> words) {
    if (::chdir(directory.c_str()) != 0)
      ::_exit(98);
    ::dup2(::open("stdin", O_RDONLY), 0);
    ::dup2(::open("stdout", O_WRONLY | O_CREAT | O_TRUNC, 0600), 1);
    ::dup2(::open("stderr", O_WRONLY | O_CREAT | O_TRUNC, 0600), 2);
    std::vector<std::string> variables = environment();
    const auto pointers = [](std::vector<std::string>& texts) {
      std::vector<char*> result;
      for (std::string& text : texts)
        result.push_back(text.data());
      result.push_back(nullptr);
      return result;
    };
    ::execve(path.c_str(), pointers(words).data(), pointers(variables).data());
    ::_exit(99);
  }

  std::vector<std::string> environment() const {
    std::vector<std::string> variables;
    if (!socket.empty())
      variables.push_back("JUJU_AGENT_SOCKET_ADDRESS=" + socket.string());
    if (!token.empty())
      variables.push_back("JUJU_CONTEXT_ID=" + token);
    return variables;
  }

  fs::path directory;
  fs::path socket;
  std::string token = "c0ffee";
};

} // namespace orrery::hooks
