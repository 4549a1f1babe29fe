/** The first link of the page; appears when it has the focus. `#main` is the id of AppShell's content. */
export function SkipLink({ targetId = 'main' }: { targetId?: string }) {
  return (
    <a
      href={`#${targetId}`}
      className="sr-only z-50 rounded-md bg-card px-4 py-3 font-semibold text-foreground shadow-md focus:not-sr-only focus:fixed focus:top-4 focus:left-4 focus:px-4 focus:py-3"
    >
      Skip to content
    </a>
  );
}
