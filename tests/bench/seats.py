"""A rulebook about a table of any number of seats: indexed facts, quantifiers, `first .. where`, a clause for each."""

TEXT = """# A table of {most}

```misdeal
rulebook seats_{most} "A table of up to {most}"
seats player 2..{most} usually 4
timeline stage = cutting < dealing < dealt < opened < drawn

fact found: stage "When was it found?"
fact dealer: player "Who deals?"
fact cut_by: player or nobody usually before(dealer) "Who has cut?"
fact away[p]: yes/no usually no "Is the player away?"
fact cards[p]: 0..8 when found >= dealt usually 5 "How many cards does the player hold?"
option strict: yes/no "Does the house play the strict rule?"

let wrong(p) = cards[p] != 5 "Does the player hold a wrong number of cards?"
let lone(p) = away[before(p)] and away[after(p)] "Are both neighbours away?"
always some p: not away[p] "somebody is there"
always found > cutting or cut_by = nobody "before the cut nobody has cut"

ruling coup: {{stands, void}} when found >= dealt and (some p: wrong(p)) "What becomes of the coup?"
ruling cutter: player "Who is to cut?"
ruling next: player "Who is to deal next?"
ruling standing[p]: {{plays, out}} when found >= opened and wrong(p) "Does the player stay in?"

clause 1 "Wrong hands found before the opening" when found = dealt then coup is void
clause 2 "More than one wrong hand" when strict and (count p: wrong(p)) > 1 then coup is void
clause 3 "A wrong hand after the opening"
  when found >= opened and (count p: wrong(p)) <= 1
  then coup is stands
clause 4 "The cut" then cutter is first q from before(dealer) backward where not away[q]
clause 5 "The next deal" when not away[after(dealer)] then next is after(dealer)
clause 6 "The next deal, an absent player" when away[after(dealer)] then next is first q after dealer where not away[q]
clause 7 "Six cards" for each p
  when cards[p] = 6
  then standing[p] is out
clause 8 "Six beside four" for each p, q
  when cards[p] = 6 and cards[q] = 4 and neighbours(p, q)
  then standing[p] is plays
  overrides 7
clause 9 "A lone player" for each p
  when lone(p) and cards[p] < 5
  then standing[p] is plays

claim "who cuts is at the table": not away[cutter]
claim "nobody cuts his own deal": cutter != dealer
```
"""


def seated(most: int) -> str:
    """The text of the rulebook for up to `most` seats."""
    return TEXT.format(most=most)
