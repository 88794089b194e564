/** Functions that are told something, and values that can be subscribed to. */

/** Ends a subscription; calling it again does nothing. */
export type Unsubscribe = () => void;

/** What is called with each new value. */
export type Listener<T> = (value: T) => void;

/** A set of listeners. One that throws does not keep the others from hearing. */
export class Listeners<T> {
  readonly #listeners = new Set<{ readonly listener: Listener<T> }>();

  add(listener: Listener<T>): Unsubscribe {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  tell(value: T): void {
    for (const { listener } of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        // The program's fault is shown as its own, outside of the client.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

/** A value that is told to its subscribers, at once and whenever it changes: a Svelte store. */
export class Observable<T extends object> {
  #value: T;
  readonly #listeners = new Listeners<T>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Take some fields anew; nobody is told when none of them is another. */
  change(changes: Partial<T>): void {
    const keys = Object.keys(changes) as (keyof T)[];
    if (keys.every((key) => Object.is(changes[key], this.#value[key]))) return;
    this.#value = { ...this.#value, ...changes };
    this.#listeners.tell(this.#value);
  }

  /** The value, once it is as wanted. */
  until(isWanted: (value: T) => boolean): Promise<T> {
    if (isWanted(this.#value)) return Promise.resolve(this.#value);
    return new Promise((resolve) => {
      const stop = this.#listeners.add((value) => {
        if (!isWanted(value)) return;
        stop();
        resolve(value);
      });
    });
  }

  /** Call `run` with the value now and with each new one. */
  subscribe(run: Listener<T>): Unsubscribe {
    const unsubscribe = this.#listeners.add(run);
    run(this.#value);
    return unsubscribe;
  }
}
