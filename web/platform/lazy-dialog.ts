import { type ComponentType, createElement, useEffect, useEffectEvent, useState } from 'react';
import { isReachable } from './screen.ts';
import { toast } from './toast.ts';

/** What opens over the page, and how it closes; a sheet stays mounted and says whether it is open. */
type Closable = { onClose: (isDone: boolean) => void } | { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/**
 * A dialog or sheet whose code loads when it is opened, or earlier: `near` loads it when the pointer or the keyboard
 * reaches the button that opens it. If the code cannot be loaded, the page stays, a toast says so and the dialog closes.
 */
export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | null = null;
  async function start() {
    Loaded ??= await load();
  }
  const startEarly = () => void start().catch(() => undefined);

  function Dialog(props: Props) {
    const [isLoaded, setIsLoaded] = useState(Loaded !== null);
    const isOpen = !('isOpen' in props) || props.isOpen;
    const giveUp = useEffectEvent(() => {
      if ('onClose' in props) props.onClose(false);
      else props.onOpenChange(false);
      void toastUnavailable();
    });
    useEffect(() => {
      if (!isOpen || isLoaded) return;
      let isCurrent = true;
      start().then(
        () => isCurrent && setIsLoaded(true),
        () => isCurrent && giveUp(),
      );
      return () => {
        isCurrent = false;
      };
    }, [isOpen, isLoaded]);
    return isLoaded && Loaded ? createElement(Loaded, props) : null;
  }

  return { Dialog, near: { onFocus: startEarly, onPointerEnter: startEarly } };
}

/** Says why a part of the page could not be opened, and what to do. */
export async function toastUnavailable(): Promise<void> {
  const isOnline = await isReachable();
  toast({
    title: isOnline ? 'The portal has a newer version' : 'The portal could not be reached',
    description: isOnline
      ? 'Reload the page, then try again.'
      : 'Nothing was changed. Check your connection, then try again.',
    tone: 'destructive',
  });
}
