#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace orrery::agents {

/// Wishes for places that several models share. The next free place goes to the model that has
/// fewest among those that wish for one, of several such to the one that has waited longest since
/// its last; a model's own wishes are met in their order, urgent ones before others. So a model
/// whose wishes are many, or whose places are held for long, takes no more than what others leave,
/// and one that comes anew gets the next place that is free.
///
/// A step costs the logarithm of the models and wishes that there are. What is kept grows with
/// models that wait or have places, and goes with them. How many places there are is the caller's.
template <class Model, class Wish>
class FairQueue {
public:
  /// Place of a wish in its model's line: less comes first.
  struct Ticket {
    bool can_wait = true; ///< Not urgent.
    std::uint64_t number = 0;
    auto operator<=>(const Ticket&) const = default;
  };

  /// @returns the ticket by which the wish is withdrawn.
  Ticket push(const Model& model, Wish wish, bool is_urgent = false) {
    const Ticket ticket{!is_urgent, ++last_};
    Share& share = leave_line(model);
    if (share.waiting.empty() && share.places == 0)
      share.since = ticket.number;
    share.waiting.emplace(ticket, std::move(wish));
    enter_line(model, share);
    return ticket;
  }
  /// Takes the wish whose turn has come, whose model has a place more from now on.
  /// @returns nothing where nobody waits.
  std::optional<Wish> take() {
    if (line_.empty())
      return std::nullopt;
    const Model model = line_.begin()->model;
    Share& share = leave_line(model);
    std::optional<Wish> next(std::move(share.waiting.begin()->second));
    share.waiting.erase(share.waiting.begin());
    has_one_more(share);
    enter_line(model, share);
    return next;
  }
  /// The model has a place more, for which nobody had to wait.
  void occupy(const Model& model) {
    Share& share = leave_line(model);
    has_one_more(share);
    enter_line(model, share);
  }
  /// @pre the wish waits.
  void withdraw(const Model& model, const Ticket& ticket) {
    Share& share = leave_line(model);
    share.waiting.erase(ticket);
    enter_line(model, share);
  }
  /// @pre the model has a place.
  void give_back(const Model& model) {
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
    std::map<Ticket, Wish> waiting;
  };
  struct Turn {
    std::size_t places = 0;
    std::uint64_t since = 0; ///< No two models have the same.
    Model model{};
    auto operator<=>(const Turn&) const = default;
  };

  [[nodiscard]] static Turn turn_of(const Model& model, const Share& share) {
    return {share.places, share.since, model};
  }
  void has_one_more(Share& share) {
    ++share.places;
    share.since = ++last_;
  }
  /// Returns the model's share, to be changed; enter_line() follows.
  Share& leave_line(const Model& model) {
    Share& share = shares_[model];
    line_.erase(turn_of(model, share));
    return share;
  }
  void enter_line(const Model& model, const Share& share) {
    if (!share.waiting.empty())
      line_.insert(turn_of(model, share));
    else if (share.places == 0)
      shares_.erase(model);
  }

  std::map<Model, Share> shares_;
  std::set<Turn> line_; ///< Of models that wait.
  std::uint64_t last_ = 0;
};

} // namespace orrery::agents
