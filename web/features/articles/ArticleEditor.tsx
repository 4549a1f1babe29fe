import { EditorContent, useEditor } from '@tiptap/react';
import { useId, useState } from 'react';
import type { ArticleDocument } from '#contract/articles-nodes.ts';
import type { PictureSizes } from '#contract/files.ts';
import '../../ui/prose.css';
import { articleExtensions, cleanedPaste, editorKeys } from './article-extensions.ts';
import { type AskedFor, EditorToolbar } from './EditorToolbar.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { PictureDialog } from './PictureDialog.tsx';

type ArticleEditorProps = {
  /** The text as it was saved; null for a new one. */
  saved: ArticleDocument | null;
  pictureSizes: PictureSizes;
  labelledBy: string;
  describedBy: string;
  isInvalid: boolean;
  /** Takes what the form focuses when the text is refused. */
  fieldRef: (field: { focus: () => void }) => void;
  onChange: (document: unknown) => void;
};

const covered = { top: 80, right: 0, bottom: 120, left: 0 };

/** Writes a text of the parts that articles may have; whatever else is pasted loses its looks. Heavy: load it lazily. */
export function ArticleEditor(props: ArticleEditorProps) {
  const { saved, pictureSizes, labelledBy, describedBy, isInvalid, fieldRef, onChange } = props;
  const id = useId();
  const [asked, setAsked] = useState<AskedFor | null>(null);
  const [extensions] = useState(() => articleExtensions(pictureSizes));
  const editor = useEditor({
    extensions,
    content: saved ?? '',
    // Its styles stand in prose.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
        'aria-invalid': String(isInvalid),
      },
      transformPastedHTML: cleanedPaste,
      // The form's buttons lie over the lower edge of what scrolls.
      scrollMargin: covered,
      scrollThreshold: covered,
      handleDOMEvents: {
        keydown: (view, event) => editorKeys(view, event, () => setAsked('link')),
        // Back from a dialog the browser puts the cursor at the start, and the editor itself would mend that too late
        // for who types at once.
        focus: (view) => view.focus(),
      },
    },
    onCreate: (created) => fieldRef({ focus: () => created.editor.commands.focus() }),
    onUpdate: (changed) => onChange(changed.editor.getJSON()),
  });

  return (
    <div className="prose-editor">
      <EditorToolbar editor={editor} controls={id} onAsk={setAsked} />
      <EditorContent editor={editor} />
      {asked === 'link' ? <LinkDialog editor={editor} onClose={() => setAsked(null)} /> : null}
      {asked === 'picture' ? <PictureDialog editor={editor} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}
