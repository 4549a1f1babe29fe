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

const millisecondsBetween = (from: string, to: string) => Date.parse(to) - Date.parse(from);

/**
 * Remaining time of an attempt in whole minutes, or hours from two hours on, by the server's clock. At its end by the
 * device's clock, which may have been turned, the page asks the server, which may also have given more time since: only
 * a reply of the server says that the time is over.
 */
export function TimeLeft({ attempt: { now, dueAt } }: { attempt: OpenAttempt }) {
  const client = useQueryClient();
  const leftThen = millisecondsBetween(now, dueAt);
  const [passed, setPassed] = useState(0);
  const ask = useEffectEvent(() => void refresh(client, getCheck, getOpenAttempt));

  useEffect(() => {
    // The device's clock may be wrong, so only the time since the reply is taken from it.
    const openedAt = today().getTime();
    const whole = millisecondsBetween(now, dueAt);
    let isAsked = false;
    const look = () => {
      const since = today().getTime() - openedAt;
      setPassed(since);
      if (isAsked || whole <= 0 || since < whole) return;
      isAsked = true;
      ask();
    };
    look();
    const ticking = setInterval(look, tickMilliseconds);
    const ending = setTimeout(
      () => {
        setPassed(today().getTime() - openedAt);
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

  const left = leftThen > 0 ? Math.max(leftThen - passed, 1) : 0;
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
