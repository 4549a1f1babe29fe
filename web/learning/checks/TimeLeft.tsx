import { useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { getCheck, getOpenAttempt } from '#contract/learning/checks.endpoints.ts';
import type { OpenAttempt } from '#contract/learning/checks.ts';
import { today } from '#web/platform/clock.ts';
import { refresh } from '#web/platform/queries.ts';
import { announcedTime, timeLeftText } from './check-display.ts';

/** Time between looks at the clock. */
const tickMilliseconds = 5000;

/** Pause after the end, so that the server has reached it too. */
const overMilliseconds = 1500;

/**
 * Remaining time of an attempt in whole minutes, by the server's clock. At its end the page asks the server, which may
 * have given more time since.
 */
export function TimeLeft({ attempt: { now, dueAt } }: { attempt: OpenAttempt }) {
  const client = useQueryClient();
  const [left, setLeft] = useState(() => Date.parse(dueAt) - Date.parse(now));
  const ask = useEffectEvent(() => void refresh(client, getCheck, getOpenAttempt));

  useEffect(() => {
    // The device's clock may be wrong, so only the time since the reply is taken from it.
    const openedAt = today().getTime();
    const whole = Date.parse(dueAt) - Date.parse(now);
    const look = () => setLeft(whole - (today().getTime() - openedAt));
    look();
    const ticking = setInterval(look, tickMilliseconds);
    const ending = setTimeout(
      () => {
        look();
        ask();
      },
      // Browsers fire longer timers at once.
      Math.min(Math.max(whole, 0) + overMilliseconds, 2 ** 31 - 1),
    );
    return () => {
      clearInterval(ticking);
      clearTimeout(ending);
    };
  }, [now, dueAt]);

  return (
    <>
      <p className="flex items-center gap-1.5 text-sm whitespace-nowrap text-muted-foreground tabular-nums">
        <Clock size={16} />
        {timeLeftText(left)}
      </p>
      <p role="status" className="sr-only">
        {announcedTime(left)}
      </p>
    </>
  );
}
