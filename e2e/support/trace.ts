/**
 * Reads from a browser's trace the costs of one page and its only script.
 *
 * A measured page has a single script, so all script work on its main thread belongs to that script: its compilation
 * and evaluation, calls into it (events, timers, observers), and the microtasks after them, which have no address in
 * the trace. Work with another address is an error, so that no attribution is guessed.
 */

export interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Processor time of the thread, microseconds. */
  tdur?: number;
  args: { data?: Record<string, unknown>; [key: string]: unknown };
}

/** Categories that `readTrace` needs; each slows the page a little. */
export const TRACE_CATEGORIES = [
  "devtools.timeline",
  "v8.execute",
  "blink.user_timing",
  "loading",
  "toplevel",
] as const;

export interface PageTrace {
  /** Processor time of the script on the main thread, milliseconds. */
  script: number;
  /** Processor time of the longest whole task that ran the script, milliseconds. */
  longestTask: number;
  /** All such tasks over 50 ms. */
  longTasks: number[];
  /** Maximum requests that one of these tasks sent. */
  burst: number;
  /** Layouts that the script forced. */
  forcedLayouts: number;
  /** Style recalculations that the script forced. */
  forcedStyles: number;
  /** Sum of the page's layout shifts. */
  shift: number;
  /** Milliseconds from navigation to the largest contentful paint. */
  largestPaint: number;
  /** Milliseconds from navigation to each request, by its address. */
  sent: { url: string; at: number }[];
}

const SCRIPT_WORK = new Set(["EvaluateScript", "v8.compile", "FunctionCall", "RunMicrotasks"]);
const CHECKPOINT = "BlinkScheduler_PerformMicrotaskCheckpoint";
const TASK_PARTS = new Set(["ThreadControllerImpl::RunTask", CHECKPOINT]);
const LONG_TASK = 50;

/** Reads the trace of the page at `pageUrl`, whose only script is at `scriptUrl`. */
export function readTrace(events: TraceEvent[], pageUrl: string, scriptUrl?: string): PageTrace {
  const start = events.find(
    ({ name, args }) => name === "navigationStart" && args.data?.documentLoaderURL === pageUrl,
  );
  if (!start) throw new Error(`the trace has no navigation to ${pageUrl}`);
  const thread = events
    .filter(({ pid, tid, ts }) => pid === start.pid && tid === start.tid && ts >= start.ts)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const work = selectOutermost(thread.filter(({ name }) => SCRIPT_WORK.has(name)));
  for (const event of thread) rejectForeign(event, scriptUrl);
  const inWork = (event: TraceEvent) => work.some((one) => contains(one, event));
  const tasks = findTasks(thread, work);
  const since = ({ ts }: TraceEvent) => (ts - start.ts) / 1000;
  const named = (name: string) => thread.filter((event) => event.name === name);
  const paints = named("largestContentfulPaint::Candidate").filter(({ args }) => args.data?.isMainFrame);
  return {
    script: work.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000,
    longestTask: Math.max(0, ...tasks.map(({ time }) => time)),
    longTasks: tasks.map(({ time }) => time).filter((time) => time > LONG_TASK),
    burst: Math.max(0, ...tasks.map(({ sent }) => sent)),
    forcedLayouts: named("Layout").filter(inWork).length,
    forcedStyles: named("UpdateLayoutTree").filter(inWork).length,
    shift: named("LayoutShift").reduce((sum, { args }) => sum + Number(args.data?.score ?? 0), 0),
    largestPaint: Math.max(0, ...paints.map(since)),
    sent: named("ResourceSendRequest").map((event) => ({
      url: String(event.args.data?.url),
      at: since(event),
    })),
  };
}

/** Finds every task that ran the script. Microtasks at a task's end are traced after it, and belong to it. */
function findTasks(thread: TraceEvent[], work: TraceEvent[]): { time: number; sent: number }[] {
  const spans = selectOutermost(thread.filter(({ name, ph }) => ph === "X" && TASK_PARTS.has(name)));
  const requests = thread.filter(({ name }) => name === "ResourceSendRequest");
  const tasks: { time: number; sent: number; ours: boolean }[] = [];
  for (const span of spans) {
    const task = {
      time: (span.tdur ?? 0) / 1000,
      sent: requests.filter((one) => contains(span, one)).length,
      ours: work.some((one) => contains(span, one)),
    };
    const before = span.name === CHECKPOINT ? tasks.pop() : undefined;
    if (before) {
      task.time += before.time;
      task.sent += before.sent;
      task.ours ||= before.ours;
    }
    tasks.push(task);
  }
  return tasks.filter(({ ours }) => ours);
}

function contains(outer: TraceEvent, inner: TraceEvent): boolean {
  return inner.ts >= outer.ts && inner.ts <= outer.ts + (outer.dur ?? 0);
}

/** Removes events inside others. */
function selectOutermost(events: TraceEvent[]): TraceEvent[] {
  let end = Number.NEGATIVE_INFINITY;
  return events.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
}

/**
 * Throws for work of another script. Frames that the script creates run at `about:srcdoc` and `about:blank`; their work
 * is the script's.
 */
function rejectForeign({ name, args }: TraceEvent, scriptUrl: string | undefined): void {
  const url = SCRIPT_WORK.has(name) ? args.data?.url : undefined;
  if (!url || url === scriptUrl || String(url).startsWith("about:")) return;
  throw new Error(`${name} of ${url} is in a trace that should hold ${scriptUrl} alone`);
}
