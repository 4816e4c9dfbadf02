/** Single-page demo: client-side routes with their own zones, and a feed with lazy zones. */
import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { LocationProvider, Route, Router, useLocation } from "preact-iso";
import { NOTES, type Note, TOPICS, type Topic } from "./notes.ts";

const PAGE = 6;
const NOTES_PER_ZONE = 3;

function Reader() {
  return (
    <LocationProvider scope="/notes">
      <Topics />
      <Router onRouteChange={() => scrollTo(0, 0)}>
        <Route path="/notes" component={Everything} />
        <Route path="/notes/topics/:topic" component={OneTopic} />
        <Route path="/notes/:id" component={OneNote} />
        <Route default component={Nothing} />
      </Router>
    </LocationProvider>
  );
}

function Topics() {
  const { path } = useLocation();
  const links = Object.entries(TOPICS).map(([topic, name]) => ({ to: `/notes/topics/${topic}`, name }));
  return (
    <nav class="topics" aria-label="Topics">
      {[{ to: "/notes/", name: "All" }, ...links].map(({ to, name }) => (
        <a href={to} aria-current={isSamePath(path, to) ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}

function isSamePath(path: string, to: string): boolean {
  return path.replace(/\/$/, "") === to.replace(/\/$/, "");
}

function Everything() {
  return (
    <>
      <h1>Notes</h1>
      <Feed key="all" notes={NOTES} />
    </>
  );
}

function OneTopic({ topic }: { topic: string }) {
  const notes = NOTES.filter((note) => note.topic === topic);
  if (!notes.length) return <Nothing />;
  return (
    <>
      <h1>{TOPICS[topic as Topic]}</h1>
      <Feed key={topic} notes={notes} />
    </>
  );
}

function OneNote({ id }: { id: string }) {
  const note = NOTES.find((candidate) => candidate.id === Number(id));
  if (!note) return <Nothing />;
  return (
    <>
      <h1>From {note.place}</h1>
      <NoteText note={note} />
      <Zone key={id} zone={202} topic={note.topic} />
      <p>
        <a href="/notes/">All notes</a>
      </p>
    </>
  );
}

function Nothing() {
  return <h1>No such note</h1>;
}

/** A feed that shows more notes when its end comes near. */
function Feed({ notes }: { notes: Note[] }) {
  const [shown, show] = useState(PAGE);
  const end = useRef<HTMLDivElement>(null);
  const more = shown < notes.length;
  useEffect(() => {
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && show((n) => n + PAGE), {
      rootMargin: "400px",
    });
    if (more && end.current) near.observe(end.current);
    return () => near.disconnect();
  }, [shown, more]);
  return (
    <>
      <div class="feed">
        {notes.slice(0, shown).map((note, at) => (
          <Entry key={note.id} note={note} withZone={at % NOTES_PER_ZONE === NOTES_PER_ZONE - 1} />
        ))}
      </div>
      <div ref={end}>{more ? "" : <p class="byline">That is all of them.</p>}</div>
    </>
  );
}

function Entry({ note, withZone }: { note: Note; withZone: boolean }) {
  return (
    <>
      <NoteText note={note} link />
      {withZone && <Zone zone={201} topic={note.topic} />}
    </>
  );
}

function NoteText({ note, link = false }: { note: Note; link?: boolean }) {
  const { id, topic, place, author, text } = note;
  return (
    <article class="note">
      <p>{text}</p>
      <p class="byline">
        <b>{author}</b>, {link ? <a href={`/notes/${id}`}>{place}</a> : place} ·{" "}
        <a href={`/notes/topics/${topic}`}>{TOPICS[topic]}</a>
      </p>
    </article>
  );
}

/** Preact never touches the children of an element without children of its own, so the tag's banner stays. */
function Zone({ zone, topic }: { zone: number; topic: Topic }) {
  return (
    <div class="slot">
      <ins data-zone-id={zone} data-size="300x250" data-keywords={topic} data-lazy="200" />
    </div>
  );
}

const root = document.getElementById("reader");
if (root) render(<Reader />, root);
