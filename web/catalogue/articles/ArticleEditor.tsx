import '#web/ui/prose.css';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type FormEvent, useId, useState } from 'react';
import { type ArticleDocument, articleLimits } from '#contract/catalogue/articles-nodes.ts';
import type { PictureSizes } from '#contract/catalogue/files.ts';
import { toast } from '#web/platform/toast.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { SubmitDialog } from '#web/ui/SubmitDialog.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { ImageField } from '../files/ImageField.tsx';
import { linkOf } from './article-display.ts';
import { articleExtensions, editorKeys } from './article-extensions.ts';
import { type AskedFor, EditorToolbar } from './EditorToolbar.tsx';
import { leftOutWords, pastedArticle } from './paste.ts';

type ArticleEditorProps = {
  /** Text that the editor begins with; null for none. */
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

/** Editor of an article; `pastedArticle` reads pasted text. Heavy: load it lazily. */
export function ArticleEditor(props: ArticleEditorProps) {
  const { saved, pictureSizes, labelledBy, describedBy, isInvalid, fieldRef, onChange } = props;
  const id = useId();
  const [asked, setAsked] = useState<AskedFor | null>(null);
  const [extensions] = useState(() => articleExtensions(pictureSizes));
  const editor = useEditor({
    extensions,
    content: saved ?? '',
    // The editor's styles are in prose.css.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        class: 'prose',
        role: 'textbox',
        // A browser's translation would count as text that the author typed.
        translate: 'no',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
        'aria-invalid': String(isInvalid),
      },
      transformPastedHTML: takePaste,
      // Keeps the cursor clear of the form's sticky header and of the lower edge.
      scrollMargin: covered,
      scrollThreshold: covered,
      handleDOMEvents: {
        keydown: (view, event) => editorKeys(view, event, () => setAsked('link')),
        // After a dialog the browser puts the cursor at the start, and the editor itself corrects that too late for an
        // author who types at once.
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

/** Returns the part of pasted HTML that articles can have; a toast counts left-out links, pictures and embeds. */
function takePaste(html: string): string {
  const pasted = pastedArticle(html);
  const words = leftOutWords(pasted);
  if (words) toast({ title: 'Not everything was pasted', description: words });
  return pasted.html;
}

const rejection = 'Enter an https address, an email address or a path of this portal, such as /browse.';

/** Dialog that links the selection, changes the link at the cursor, or inserts a new one there. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const formId = useId();
  const [present] = useState<string | null>(() => {
    const { href } = editor.getAttributes('link');
    return typeof href === 'string' ? href : null;
  });
  const needsWords = present === null && editor.state.selection.empty;
  const [address, setAddress] = useState(present ?? '');
  const [words, setWords] = useState('');
  const [error, setError] = useState<string>();

  function save(event: FormEvent) {
    event.preventDefault();
    // React events reach the resource's form, although the dialog is outside it on the page.
    event.stopPropagation();
    const href = linkOf(address);
    if (href === null) return setError(rejection);
    if (needsWords) {
      const text = words.trim() || address.trim();
      editor
        .chain()
        .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else {
      editor.chain().extendMarkRange('link').setLink({ href }).run();
    }
    onClose();
  }

  function remove() {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onClose();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={present === null ? 'Add link' : 'Edit link'}
      footer={
        <>
          {present === null ? null : (
            <Button variant="destructive-ghost" className="sm:mr-auto" onClick={remove}>
              Remove link
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            Save link
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-5">
        <Field label="Address" isRequired error={error}>
          <TextInput
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        {needsWords ? (
          <Field label="Words" isOptional hint="What the link says; its address when left empty.">
            <TextInput autoComplete="off" value={words} onChange={(event) => setWords(event.target.value)} />
          </Field>
        ) : null}
      </form>
    </Dialog>
  );
}

/** Dialog that uploads a picture and inserts it with its alternative text. */
export function PictureDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [src, setSrc] = useState<string | null>(null);
  const [alt, setAlt] = useState('');
  const [isTried, setIsTried] = useState(false);

  function insert() {
    setIsTried(true);
    if (src === null || alt.trim() === '') return;
    editor
      .chain()
      .insertContent({ type: 'image', attrs: { src, alt: alt.trim() } })
      .run();
    onClose();
  }

  return (
    <SubmitDialog title="Add picture" submitLabel="Insert picture" onSubmit={insert} onClose={onClose}>
      <ImageField
        label="Picture"
        error={isTried && src === null ? 'Choose a picture to upload.' : undefined}
        image={src}
        onChange={setSrc}
      />
      <Field
        label="What it shows"
        isRequired
        hint="Screen readers read it out."
        error={isTried && alt.trim() === '' ? 'Say in a sentence what the picture shows.' : undefined}
      >
        <TextInput
          autoComplete="off"
          maxLength={articleLimits.alternative}
          value={alt}
          onChange={(event) => setAlt(event.target.value)}
        />
      </Field>
    </SubmitDialog>
  );
}
