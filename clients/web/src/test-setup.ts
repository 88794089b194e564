import { afterEach } from "vitest";
import { cleanup } from "@testing-library/svelte";

afterEach(cleanup);

// jsdom draws nothing: what moves is there at once.
Element.prototype.animate = function (): Animation {
  const animation = {
    cancel: () => undefined,
    finished: Promise.resolve(),
    onfinish: null as null | (() => void),
  };
  queueMicrotask(() => animation.onfinish?.());
  return animation as unknown as Animation;
};
Element.prototype.getAnimations = () => [];
Element.prototype.setPointerCapture = () => undefined;
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
  this.dispatchEvent(new Event("close"));
};
globalThis.ResizeObserver = class implements ResizeObserver {
  observe(): void {
    // Nothing has a size here.
  }
  unobserve(): void {
    // As above.
  }
  disconnect(): void {
    // As above.
  }
};
