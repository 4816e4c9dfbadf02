/** Detects a process that no longer responds: stopped (SIGSTOP), frozen by its cgroup, or hung. */
interface LifeWatchOptions {
  /** Milliseconds without a response after which the process is considered dead. */
  silentMs: number;
  /** Requests a response. */
  ping(): void;
  onSilent(): void;
}

const PING_EVERY_MS = 1000;
/** Minimum wait for the first response, because the process has to start; milliseconds. */
const START_MS = 30_000;

export class LifeWatch {
  readonly #options: LifeWatchOptions;
  readonly #every: number;
  readonly #timer: NodeJS.Timeout;
  #hasStarted = false;
  #isAsked = false;
  /** Milliseconds without a response, counted in pings, so that a pause of this process counts only once. */
  #silence = 0;

  constructor(options: LifeWatchOptions) {
    this.#options = options;
    this.#every = Math.min(PING_EVERY_MS, options.silentMs);
    this.#timer = setInterval(() => this.#look(), this.#every).unref();
  }

  /** Records a response; call it for every response. */
  hear(): void {
    this.#hasStarted = true;
    this.#isAsked = false;
    this.#silence = 0;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { silentMs, ping, onSilent } = this.#options;
    if (this.#silence >= (this.#hasStarted ? silentMs : Math.max(silentMs, START_MS))) {
      this.end();
      onSilent();
      return;
    }
    this.#silence += this.#every;
    if (this.#isAsked) return;
    this.#isAsked = true;
    ping();
  }
}
