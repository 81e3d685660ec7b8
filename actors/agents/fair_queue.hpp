#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace orrery::agents {

/// Wishes for places that several models share. The next free place goes to the model that has
/// fewest among those that wish for one, of several such to the one that has waited longest since
/// its last; a model's own wishes are met in their order. So a model whose hooks are many, or long,
/// takes no more than what others leave, and one that comes anew gets the next place that is free.
///
/// A step costs the logarithm of the models and wishes that there are. What is kept grows with
/// models that wait or have places, and goes with them.
template <class Wish>
class FairQueue {
public:
  /// @returns the number by which the wish is withdrawn.
  std::uint64_t push(const std::string& model, Wish wish) {
    const std::uint64_t number = ++last_;
    Share& share = leave_line(model);
    if (share.waiting.empty() && share.places == 0)
      share.since = number;
    share.waiting.emplace(number, std::move(wish));
    enter_line(model, share);
    return number;
  }
  /// Takes the wish whose turn has come, whose model has a place more from now on.
  /// @returns nothing where nobody waits.
  std::optional<Wish> take() {
    if (line_.empty())
      return std::nullopt;
    const std::string model = line_.begin()->model;
    Share& share = leave_line(model);
    std::optional<Wish> next(std::move(share.waiting.begin()->second));
    share.waiting.erase(share.waiting.begin());
    ++share.places;
    share.since = ++last_;
    enter_line(model, share);
    return next;
  }
  /// @pre the wish waits.
  void withdraw(const std::string& model, std::uint64_t number) {
    Share& share = leave_line(model);
    share.waiting.erase(number);
    enter_line(model, share);
  }
  /// @pre the model has a place.
  void give_back(const std::string& model) {
    Share& share = leave_line(model);
    --share.places;
    enter_line(model, share);
  }
  /// How many models wait or have places.
  [[nodiscard]] std::size_t models() const { return shares_.size(); }

private:
  struct Share {
    std::size_t places = 0;
    std::uint64_t since = 0; ///< Of its last place, or of its first wish since it had none.
    std::map<std::uint64_t, Wish> waiting; ///< By their numbers.
  };
  struct Turn {
    std::size_t places = 0;
    std::uint64_t since = 0; ///< No two models have the same.
    std::string model;
    auto operator<=>(const Turn&) const = default;
  };

  [[nodiscard]] static Turn turn_of(const std::string& model, const Share& share) {
    return {share.places, share.since, model};
  }
  /// Returns the model's share, to be changed; enter_line() follows.
  Share& leave_line(const std::string& model) {
    Share& share = shares_[model];
    line_.erase(turn_of(model, share));
    return share;
  }
  void enter_line(const std::string& model, const Share& share) {
    if (!share.waiting.empty())
      line_.insert(turn_of(model, share));
    else if (share.places == 0)
      shares_.erase(model);
  }

  std::map<std::string, Share> shares_;
  std::set<Turn> line_; ///< Of models that wait.
  std::uint64_t last_ = 0;
};

} // namespace orrery::agents
