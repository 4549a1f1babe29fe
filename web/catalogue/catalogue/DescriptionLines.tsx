/** Description as a paragraph. With several lines, the first one introduces a list of the others. */
export function DescriptionLines({ lines: [first, ...points] }: { lines: string[] }) {
  return (
    <>
      <p>{first}</p>
      {points.length > 0 ? (
        <div className="mt-3">
          <DescriptionPoints points={points} />
        </div>
      ) : null}
    </>
  );
}

/** Lines of a description after its first. */
export function DescriptionPoints({ points }: { points: string[] }) {
  return (
    <ul className="flex flex-col gap-2.5">
      {points.map((point) => (
        <li key={point} className="flex gap-3">
          <span className="mt-2.25 size-1.5 flex-none rotate-45 bg-responsible" />
          <span className="min-w-0">{point}</span>
        </li>
      ))}
    </ul>
  );
}
