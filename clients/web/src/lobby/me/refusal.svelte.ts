/** What a form asks the server, and what the server says against its fields. */
import { KozyrError } from "@kozyr/client";
import { errorText } from "$lib/session.svelte.ts";
import { notify } from "$lib/notices.svelte.ts";

export class Asking {
  busy = $state(false);
  error: KozyrError | null = $state.raw(null);

  /** The sentence for a field, if the server refused for one of these codes. */
  errorOf(...codes: string[]): string | undefined {
    return this.error !== null && codes.includes(this.error.code)
      ? errorText(this.error)
      : undefined;
  }

  /** Do it; false: it was refused, and told at a field or as a notice. */
  async run(work: () => Promise<unknown>, ...atFields: string[]): Promise<boolean> {
    this.busy = true;
    this.error = null;
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof KozyrError)) throw error;
      this.error = error;
      if (!atFields.includes(error.code)) notify(errorText(error), "bad");
      return false;
    } finally {
      this.busy = false;
    }
  }
}
