const radius = 52;
const whole = 2 * Math.PI * radius;

export function ScoreRing({ percent, passMark }: { percent: number; passMark: number }) {
  const angle = (passMark * 360) / 100;
  return (
    <div
      role="img"
      aria-label={`${percent} percent, pass mark ${passMark} percent`}
      className="relative grid size-22 place-items-center lg:size-30"
    >
      <svg viewBox="0 0 120 120" aria-hidden="true" className="absolute inset-0 size-full">
        <circle cx="60" cy="60" r={radius} fill="none" strokeWidth="10" className="stroke-progress-track" />
        <circle
          cx="60"
          cy="60"
          r={radius}
          fill="none"
          strokeWidth="10"
          strokeDasharray={`${(whole * percent) / 100} ${whole}`}
          transform="rotate(-90 60 60)"
          className="stroke-progress"
        />
        <line
          x1="60"
          y1="0"
          x2="60"
          y2="17"
          strokeWidth="3"
          transform={`rotate(${angle} 60 60)`}
          className="stroke-foreground"
        />
      </svg>
      <b className="font-display text-xl font-semibold tracking-tight tabular-nums lg:text-3xl">{percent}%</b>
    </div>
  );
}
