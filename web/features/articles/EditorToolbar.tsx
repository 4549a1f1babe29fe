import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type Tool, toolGroups } from './editor-tools.tsx';

/** What a button of the toolbar asks in a dialog. */
export type AskedFor = 'link' | 'picture';

type EditorToolbarProps = { editor: Editor; controls: string; onAsk: (asked: AskedFor) => void };

const tools = toolGroups.flat();

/** The editor's buttons: one stop of the Tab key, arrows between them. */
export function EditorToolbar({ editor, controls, onAsk }: EditorToolbarProps) {
  const [current, setCurrent] = useState(0);
  const toolbar = useRef<HTMLDivElement>(null);
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      tools.map(({ toggles, canRun }) => ({
        isPressed: toggles && now.isActive(toggles.name, toggles.attributes),
        isUnavailable: canRun ? !canRun(now) : false,
      })),
  });

  function moveWithArrows(event: KeyboardEvent) {
    const moves: Record<string, number> = {
      ArrowRight: (current + 1) % tools.length,
      ArrowLeft: (current + tools.length - 1) % tools.length,
      Home: 0,
      End: tools.length - 1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    toolbar.current?.querySelectorAll('button')[next]?.focus();
  }

  function press(tool: Tool, isUnavailable: boolean) {
    setCurrent(tools.indexOf(tool));
    if (isUnavailable) return;
    if ('run' in tool) return tool.run(editor);
    // A dialog gives the focus back to where it was taken from: the text.
    editor.view.focus();
    onAsk(tool.asks);
  }

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={moveWithArrows}
      className="prose-tools"
    >
      {toolGroups.map((group) => (
        <div key={group[0]?.label} className="flex gap-0.5">
          {group.map((tool) => {
            const index = tools.indexOf(tool);
            const { isPressed, isUnavailable = false } = states[index] ?? {};
            return (
              <button
                key={tool.label}
                type="button"
                title={tool.label}
                aria-label={tool.label}
                aria-pressed={isPressed}
                aria-disabled={isUnavailable || undefined}
                tabIndex={index === current ? 0 : -1}
                onClick={() => press(tool, isUnavailable)}
                className="prose-tool"
              >
                <tool.Icon size={18} />
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
