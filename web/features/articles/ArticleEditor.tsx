import { EditorContent, useEditor } from '@tiptap/react';
import { useId, useState } from 'react';
import type { ArticleDocument } from '#contract/articles-nodes.ts';
import type { PictureSizes } from '#contract/files.ts';
import '../../ui/prose.css';
import { articleExtensions, cleanedPaste, editorKeys } from './article-extensions.ts';
import { LinkDialog, PictureDialog } from './EditorDialogs.tsx';
import { type AskedFor, EditorToolbar } from './EditorToolbar.tsx';

type ArticleEditorProps = {
  /** The saved text; null for a new one. */
  saved: ArticleDocument | null;
  pictureSizes: PictureSizes;
  labelledBy: string;
  describedBy: string;
  isInvalid: boolean;
  /** Receives the object that the form focuses when the text is invalid. */
  fieldRef: (field: { focus: () => void }) => void;
  onChange: (document: unknown) => void;
};

const covered = { top: 80, right: 0, bottom: 120, left: 0 };

/** The editor of an article; unsupported formatting of pasted text is dropped. Heavy: load it lazily. */
export function ArticleEditor(props: ArticleEditorProps) {
  const { saved, pictureSizes, labelledBy, describedBy, isInvalid, fieldRef, onChange } = props;
  const id = useId();
  const [asked, setAsked] = useState<AskedFor | null>(null);
  const [extensions] = useState(() => articleExtensions(pictureSizes));
  const editor = useEditor({
    extensions,
    content: saved ?? '',
    // Its styles are in prose.css.
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
      // The form's buttons cover the lower edge of the scrolling area.
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
