import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';

type LeaveGuard = {
  isUnsaved: boolean;
  /** Closes what would lose the work. */
  onLeave: () => void;
};

/**
 * Asks before unsaved work is left: by closing, by the browser's Back button, or by closing the window (then the browser
 * asks in its own words).
 */
export function useLeaveGuard({ isUnsaved, onLeave }: LeaveGuard) {
  const [isAsking, setIsAsking] = useState(false);
  const blocker = useBlocker({
    // Only Back and Forward reach past a dialog; other moves are the app's own, after a save.
    shouldBlockFn: ({ action }) => isUnsaved && action !== 'PUSH' && action !== 'REPLACE',
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });

  function askToLeave() {
    if (isUnsaved) setIsAsking(true);
    else onLeave();
  }

  function stay() {
    setIsAsking(false);
    blocker.reset?.();
  }

  function leave() {
    setIsAsking(false);
    if (blocker.status === 'blocked') blocker.proceed();
    else onLeave();
  }

  return { isAsking: isAsking || blocker.status === 'blocked', askToLeave, stay, leave };
}
