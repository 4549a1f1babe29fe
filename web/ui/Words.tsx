export type WordsProps = {
  /** One text, or the entries of a list. */
  words: string | readonly string[];
};

/** A value in words: a list as a list, a long text by its first lines. */
export function Words({ words }: WordsProps) {
  if (typeof words === 'string') return <span className="line-clamp-6">{words}</span>;
  // Entries can be equal and never change their order, so each is known by its place.
  return (
    <ul className="list-disc pl-4">
      {words
        .map((entry, place) => ({ entry, place }))
        .map(({ entry, place }) => (
          <li key={place}>{entry}</li>
        ))}
    </ul>
  );
}
