import { useSyncExternalStore } from 'react';

/** Value of the whole page that is set outside React and shown inside, such as the toast or an open question. */
export type SharedValue<Value> = {
  get(): Value;
  set(next: Value): void;
  /** Returns the value and renders the component again when the value changes. */
  use(): Value;
};

export function sharedValue<Value>(first: Value): SharedValue<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}
