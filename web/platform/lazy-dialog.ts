import { type ComponentType, createElement, useEffect, useEffectEvent, useState } from 'react';
import { isReachable } from './screen.ts';
import { toast } from './toast.ts';

/** Dialog that calls `onClose` when it closes, or sheet that stays mounted and gets `isOpen`. */
type Closable = { onClose: (isDone: boolean) => void } | { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/**
 * Makes a dialog or sheet whose code loads when it is opened. The props `near` load the code earlier, when the pointer
 * or the keyboard reaches the button. If the code cannot be loaded, the page stays, a toast says so and the dialog
 * closes.
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

/** Shows why a part of the page could not be opened, and what to do. */
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
