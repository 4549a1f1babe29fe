/** A small view of an uploaded image. It says nothing aloud: the field around it has the words. */
export function ImagePreview({ url }: { url: string }) {
  return (
    <span className="block aspect-5/3 w-30 flex-none overflow-hidden rounded-sm border border-border bg-muted">
      <img src={url} alt="" draggable={false} className="size-full object-cover" />
    </span>
  );
}
