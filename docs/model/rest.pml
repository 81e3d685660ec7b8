/* One unit's agent that rests while it has nothing to do, and what begins it again (docs/developers/architecture.md, "Agents that rest").
 *
 * What it observes changes NEWS times. The entity knows whom to tell by the unit's name; what it tells passes through the journal, in
 * order, to the roster. The roster gives it to the agent that is there; where one rests it notes that there is news and tells the deployer,
 * which begins the agent. Passing on and going to rest are one step each, under the roster's lock. FAILS times the agent or the deployer
 * fails, at any point; another deployer begins, with an empty mailbox. The deployer is a principal's agent: when the other rests, it may rest,
 * too, and is begun again by its machine's, which stays. An agent whose provider fails while it begins is begun again later; one
 * that is stirred may have to wait for its place among those that begin. With GIVES_UP a deployer that has failed may be given up.
 *
 * The invariant: whoever rests has looked after he registered, and has worked off what he saw; whoever changes what he would look at
 * finds him there, or has him begun, or finds that nobody acts for him, which is said.
 *
 * Checked: never two agents; whenever nothing moves any more the agent rests, and has worked off all news, or is said to be lost: no
 * news is lost. BREAK_x seeds a mistake (README.md). */
#ifndef NEWS
#define NEWS 3
#endif
#ifndef FAILS
#define FAILS 2
#endif
#define MAIL 6 /* more than there can be of news, and answers to who looks */

mtype = { Look, LookNoMore, Tell, Show, Stirred, Rested, Failed };

/* On disk. */
byte version;  /* how often what is observed has changed */
byte noted;    /* what the agent's notes say it has worked off */

/* The entity. */
bit told;      /* whether the unit's name is among its observers */

/* The roster's entry: an agent is there, or it rests, and there is news for it; or none of that. */
bit there, rests, stirred;

/* The same of the deployer. */
bit deployer_rests, deployer_stirred;

/* The deployer: whether it is there, lets the agent rest, ends one that it has not begun; and whose end it waits for. */
bit deploying, let_rest, ending;
bit later, waits;    /* it begins the agent again in a while; when that has a place */
bit given_up, lost;  /* the deployer stays down; the unit is shown as lost */
byte mine;

byte agents, life, fails; /* how many there are; which of them is there; failures so far */

chan entity = [MAIL] of { mtype, byte };         /* by which agent */
chan journal = [MAIL] of { mtype, byte, byte };  /* what, version, to which agent */
chan mailbox = [MAIL] of { byte, bit };          /* of the agent that is there; whether it is the answer to its look */
chan deployer = [MAIL] of { mtype };
chan machine = [MAIL] of { mtype };              /* of who begins the deployer */

inline stir() { /* Roster::stir */
  stirred = 1;
  if
  :: deploying -> deployer!Stirred
#ifndef BREAK_PRINCIPAL_AT_REST
  :: !deploying && deployer_rests && !deployer_stirred -> deployer_stirred = 1; machine!Stirred
#endif
  :: else /* the next one asks */
  fi
}

/* The entity's writes and answers, in its order; what was written while somebody looks is shown to him or told. */
proctype Entity() {
  byte left = NEWS, by;
  mtype what;
end:
  do
  :: atomic { left > 0 && nfull(journal) -> left--; version++;
      if
      :: told -> journal!Tell, version, 0
      :: else
      fi }
  :: atomic { nfull(journal) && nempty(entity) -> entity?what, by;
      if
      :: what == Look -> told = 1; journal!Show, version, by
      :: else -> told = 0
      fi }
  od
}

proctype Journal() {
  mtype what;
  byte seen, to;
end:
  do
  :: atomic { nempty(journal) && nfull(mailbox) && nfull(deployer) -> journal?what, seen, to;
      if
      :: what == Show && there && to == life -> mailbox!seen, 1
      :: what == Tell && there -> mailbox!seen, 0 /* Roster::tell */
      :: what == Tell && !there && rests && !stirred -> stir()
      :: else /* who looked has ended; or there is news already; or whoever begins looks first */
      fi }
  od
}

inline leave() { /* what is still in its mailbox goes with it */
  there = 0; agents--;
  do
  :: mailbox?_, _
  :: empty(mailbox) -> break
  od
}

proctype Agent(byte self) {
  byte seen;
  bit answered, sees, failed;
  entity!Look, self;
  do
#ifdef BREAK_OTHERS_LOOK
  :: atomic { mailbox?seen, answered -> sees = 1 }
#else
  :: atomic { mailbox?seen, answered -> sees = sees || answered } /* news may come because an agent before it has looked */
#endif
  :: atomic { sees && noted != seen -> noted = seen }
#ifdef BREAK_UNREAD
  :: atomic { sees && noted == seen -> rests = 1; stirred = 0; leave(); break }
#elif defined BREAK_NAMELESS
  :: atomic { sees && noted == seen && empty(mailbox) && nfull(entity) ->
      rests = 1; stirred = 0; entity!LookNoMore, self; leave(); break }
#else
  :: atomic { sees && noted == seen && empty(mailbox) -> /* Roster::rest */
      rests = 1; stirred = 0; leave(); break }
#endif
  :: atomic { (fails < FAILS || ending) && nfull(entity) ->
      if
      :: ending
      :: !ending -> fails++
      fi;
      entity!LookNoMore, self; failed = 1; leave(); break }
  od;
  atomic { nfull(deployer) -> /* a while later who waits for its end hears of it */
    if
    :: deploying && mine == self && failed -> deployer!Failed
    :: deploying && mine == self && !failed -> deployer!Rested
    :: else
    fi }
}

inline begin_agent() { /* Roster::begun, before it looks */
  let_rest = 0; ending = 0;
  there = 1; rests = 0; stirred = 0;
  agents++; life++; mine = life;
  assert(agents == 1);
  run Agent(life)
}

inline be_stirred() { /* Deployer::stir */
  if
  :: mine && rests /* its end is heard of soon */
  :: !mine && !later && !waits ->
      if
      :: begin_agent()
      :: waits = 1
      fi
  :: else
  fi
}

proctype Deployer() {
begins:
  atomic { deploying = 1; mine = 0; let_rest = rests;
    if
    :: there -> mine = life; ending = 1 /* another's: it is ended first */
    :: else
    fi }
  atomic {
    if
#ifndef BREAK_SUCCESSOR
    :: !mine && rests && stirred -> be_stirred()
#endif
    :: !mine && !let_rest -> begin_agent()
    :: else
    fi }
end:
  do
  :: atomic { deployer?Stirred -> be_stirred() }
  :: atomic { deployer?Failed -> mine = 0;
      if
      :: begin_agent()
      :: later = 1 /* its provider failed */
      fi }
  :: atomic { later || waits -> later = 0; waits = 0; begin_agent() }
  :: atomic { deployer?Rested -> mine = 0;
      if
      :: ending -> begin_agent()
#ifdef BREAK_STIRRED_BEFORE_ITS_END
      :: !ending -> let_rest = 1
#else
      :: !ending && stirred -> begin_agent()
      :: !ending && !stirred -> let_rest = 1
#endif
      fi }
  :: atomic { fails < FAILS -> fails++; deploying = 0; mine = 0; ending = 0; later = 0; waits = 0; /* its mailbox goes with it */
      do
      :: deployer?_
      :: empty(deployer) -> break
      od;
      if
      :: goto begins
#ifdef GIVES_UP
      :: given_up = 1; ending = there; /* its agents end with it */
#ifndef BREAK_LOST_ALONE
        lost = 1;
#endif
        goto at_end
#endif
      fi }
#ifdef BREAK_PRINCIPAL_UNREAD
  :: atomic { let_rest && !mine && !ending && !waits ->
      do
      :: deployer?_
      :: empty(deployer) -> break
      od;
#elif defined BREAK_PRINCIPAL_WAITS
  :: atomic { let_rest && !mine && !ending && empty(deployer) ->
#else
  :: atomic { let_rest && !mine && !ending && !waits && empty(deployer) -> /* Roster::rest */
#endif
      deploying = 0; deployer_rests = 1; deployer_stirred = 0;
      goto at_rest }
  od;
end_at_rest:
at_rest:
  atomic { machine?Stirred -> deployer_rests = 0; deployer_stirred = 0; goto begins }
at_end:
  skip
}

proctype Quiet() {
  timeout -> assert(given_up -> lost : noted == version && rests && !there && !stirred && !deployer_stirred)
}

init {
  atomic { run Entity(); run Journal(); run Deployer(); run Quiet() }
}
