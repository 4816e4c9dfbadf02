import type { Article } from "../article.tsx";
import { Zone } from "../zone.tsx";

export const tide: Article = {
  path: "/running/forty-minutes-before-the-tide",
  section: "Running",
  title: "Forty minutes before the tide",
  standfirst:
    "Twice a day the sea lends the village of Sandholm a second road. A small club has run on it since 1971, and has been wrong about the time exactly once.",
  author: "Ines Calloway",
  minutes: 6,
  picture: {
    file: "tide.svg",
    alt: "A lone runner on wet sand at dawn, headland behind, the sun low over shallow water.",
    caption: "The flats off Sandholm, an hour after low water.",
  },
  body: (
    <>
      <p class="lead">
        The first thing they tell you is not to look at the sea. Look at the posts. There are sixty-one of
        them, tarred, leaning, each with a number cut into it by somebody’s grandfather, and the water is
        always further along them than it seems from the shore.
      </p>
      <p>
        We set off at ten to six, nine of us and a dog called Minister, over sand so flat that it holds a sky
        of its own. For the first mile nobody talks. There is only the slap of shoes in a skin of water and,
        somewhere to the left, the long complaint of curlews who had the place to themselves until now.
      </p>
      <p>
        The Sandholm Causeway Runners have a rule book of one page. It says when to leave, when to turn, and
        what to do if you have done neither. The turning post is number forty. You may reach it only if you
        are there forty minutes before the tide is; if you are late you turn where you stand, whatever your
        watch says about your pace.
      </p>
      <h2>A race against nobody</h2>
      <p>
        “People come for the record,” says Tom Ayre, who keeps the book, “and I have to tell them there isn’t
        one.” He means it. Times have never been written down. What is written down is the state of the sand:{" "}
        <i>ribbed</i>, <i>soft past twenty</i>, <i>gut at thirty-three knee deep</i>. It is fifty years of
        surface, kept by people who crossed it at a run, and the harbour office asks to borrow it every
        spring.
      </p>
      <Zone id={105} size="300x250" keywords="rainwear" target={{ edition: "members" }} />
      <p>
        The ground changes under you while you cross it. Hard ripples near the shore shake your knees; then
        comes a mile of something close to a running track; then the guts, the little rivers the tide leaves
        behind, where you learn to shorten your step and trust the far bank. By post thirty I had stopped
        steering. The line is obvious to your feet before it is to you.
      </p>
      <blockquote>
        <p>It is the only road I know that is new every morning and gone by lunch.</p>
      </blockquote>
      <p>
        And the one mistake? In 1988 somebody put the clocks forward and nobody changed the card in the
        boathouse window. Four runners spent a cold hour on the rescue platform at post thirty-six, eating the
        only thing between them, a bag of aniseed balls. There is a tin of them up there still. It is replaced
        each year, with some ceremony, by whoever ran the fewest mornings.
      </p>
      <h2>Coming home</h2>
      <p>
        We turn at forty with two minutes in hand. The light has come up properly and the village is a row of
        matchboxes under the hill. The tide is behind us now, and you do hear it: not waves, just a fizz, as
        if the sand were being poured. Nobody speeds up. That is the art of it, Ayre says. You have already
        done the sum. All you have to do is believe it.
      </p>
      <p>
        By half past seven we are on the slipway with our shoes off, drinking tea out of the club’s nine mugs.
        Behind us the road has gone, and there is only the sea, looking as if it had never lent anybody
        anything.
      </p>
    </>
  ),
};
