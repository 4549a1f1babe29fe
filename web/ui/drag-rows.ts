import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';

/**
 * Lets the pointer drag the rows of a list by their handles, marked with `data-drag-handle`. Heavy: load it lazily.
 * @returns a function that ends it
 */
export function dragRows(list: HTMLElement, onMove: (from: number, to: number) => void): () => void {
  const rows = [...list.children].filter((row) => row instanceof HTMLElement);
  return combine(
    ...rows.flatMap((element, index) => {
      const dragHandle = element.querySelector('[data-drag-handle]') ?? undefined;
      const mark = (isOver: boolean) => element.toggleAttribute('data-drag-over', isOver);
      return [
        draggable({
          element,
          dragHandle,
          getInitialData: () => ({ list, index }),
          onDragStart: () => element.toggleAttribute('data-dragged', true),
          onDrop: () => element.toggleAttribute('data-dragged', false),
        }),
        dropTargetForElements({
          element,
          canDrop: ({ source }) => source.data.list === list && source.data.index !== index,
          onDragEnter: () => mark(true),
          onDragLeave: () => mark(false),
          onDrop: ({ source }) => {
            mark(false);
            onMove(Number(source.data.index), index);
          },
        }),
      ];
    }),
  );
}
