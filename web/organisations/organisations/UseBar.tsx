/** Bar of the seats in use. The caller must show the numbers as text beside it. */
export function UseBar({ inUse, seats }: { inUse: number; seats: number }) {
  return (
    <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-progress-track">
      <span
        className="block h-full rounded-full bg-progress"
        style={{ width: `${seats === 0 ? 0 : (100 * inUse) / seats}%` }}
      />
    </span>
  );
}
