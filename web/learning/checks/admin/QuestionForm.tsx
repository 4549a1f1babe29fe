import { Copy, ImagePlus, Info, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminCheck, CheckStatistics } from '#contract/learning/checks-admin.ts';
import type { CheckPointer, CheckQuestion } from '#contract/learning/checks-content.ts';
import { checkLimits, questionKinds } from '#contract/learning/checks-limits.ts';
import { ImageField } from '#web/catalogue/files/ImageField.tsx';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Keys } from '#web/ui/SortableList.tsx';
import { Textarea } from '#web/ui/Textarea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { kindNames } from '../check-display.ts';
import { AnswerFields } from './AnswerFields.tsx';
import { asKind, isPointerKnown, wholeIn } from './editor-display.ts';

type QuestionFormProps = {
  question: CheckQuestion;
  number: number;
  check: AdminCheck;
  problems: readonly string[];
  statistics: CheckStatistics['questions'][number] | undefined;
  onChange: (question: CheckQuestion) => void;
  onDuplicate: () => void;
  onDelete: () => void;
};

export function QuestionForm(props: QuestionFormProps) {
  const { question, number, check, problems, statistics, onChange, onDuplicate, onDelete } = props;
  return (
    <div className="flex flex-col gap-4.5 border-t border-border p-4 lg:p-5">
      {problems.length > 0 ? (
        <Banner tone="warning">
          <ul>
            {problems.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <div className="grid gap-x-4 gap-y-4.5 sm:grid-cols-2">
        <Field label="Kind">
          <Select
            value={question.kind}
            onChange={({ target }) => {
              const kind = questionKinds.find((one) => one === target.value);
              if (kind) onChange(asKind(question, kind));
            }}
          >
            {questionKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindNames[kind]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field label="Question">
        <Textarea
          rows={1}
          data-question={question.id}
          value={question.text}
          maxLength={checkLimits.questionText}
          onChange={({ target }) => onChange({ ...question, text: target.value })}
          className="field-sizing-content min-h-11"
        />
      </Field>
      <PictureFields question={question} onChange={onChange} />
      <AnswerFields key={question.kind} question={question} onChange={onChange} />
      {statistics?.mostChosenWrong ? (
        <Banner tone="info" icon={<Info size={18} />}>
          <p>
            The most chosen wrong answer, in {statistics.mostChosenWrong.percent}% of the attempts: “
            {statistics.mostChosenWrong.answer}”
          </p>
          <p>Check the wording, or the place it points to.</p>
        </Banner>
      ) : null}
      <div className="grid items-start gap-x-4 gap-y-4.5 sm:grid-cols-2">
        <Field label="Explanation" isOptional hint="Members see it with the right answer.">
          <Textarea
            rows={2}
            value={question.explanation}
            maxLength={checkLimits.explanation}
            onChange={({ target }) => onChange({ ...question, explanation: target.value })}
            className="field-sizing-content"
          />
        </Field>
        <PointerFields question={question} check={check} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-t border-border pt-4">
        <span className="-ml-2 flex gap-1">
          <Button variant="ghost" size="small" onClick={onDuplicate}>
            <Copy size={16} />
            Duplicate
          </Button>
          <Button variant="destructive-ghost" size="small" onClick={onDelete}>
            <Trash2 size={16} />
            Delete
          </Button>
        </span>
        <span className="text-xs text-muted-foreground" title={`Moves question ${number}`}>
          <Keys keys={['Alt', '↑', '↓']}>move question</Keys>
        </span>
      </div>
    </div>
  );
}

type FieldsProps = Pick<QuestionFormProps, 'question' | 'onChange'>;

function PictureFields({ question, onChange }: FieldsProps) {
  const [isAdding, setIsAdding] = useState(false);
  const { picture } = question;
  if (!picture && !isAdding) {
    return (
      <Button variant="outline" size="small" className="self-start" onClick={() => setIsAdding(true)}>
        <ImagePlus size={16} />
        Add picture
      </Button>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ImageField
        label="Picture"
        isOptional
        image={picture?.url ?? null}
        onChange={(url) => {
          setIsAdding(url !== null);
          onChange({ ...question, picture: url === null ? null : { url, text: picture?.text ?? '' } });
        }}
      />
      {picture ? (
        <Field label="What the picture shows" hint="Screen readers read it out. It must not tell the answer.">
          <TextInput
            autoComplete="off"
            value={picture.text}
            maxLength={checkLimits.pictureText}
            onChange={({ target }) => onChange({ ...question, picture: { ...picture, text: target.value } })}
          />
        </Field>
      ) : null}
    </div>
  );
}

const aPage = 'page';

/** Place in the resource that the question points to: a heading of its text, or a page of its file. */
function PointerFields({ question, check, onChange }: FieldsProps & { check: AdminCheck }) {
  const { headings, pages } = check;
  const { pointer } = question;
  const [page, setPage] = useState(pointer?.kind === 'page' ? String(pointer.page) : '');
  const [wantsPage, setWantsPage] = useState(pointer?.kind === 'page');
  const set = (next: CheckPointer | null) => onChange({ ...question, pointer: next });
  const last = Math.min(pages ?? checkLimits.page, checkLimits.page);
  const isLost = pointer !== null && !isPointerKnown(pointer, check);
  const hasPage = pages !== null || pointer?.kind === 'page';
  if (headings.length === 0 && !hasPage && pointer === null) {
    return (
      <p className="text-sm text-muted-foreground">
        <span className="block font-semibold text-foreground">Points to</span>
        Once the resource has a text with headings or a PDF file, a question can point to a place in it.
      </p>
    );
  }

  function choose(value: string) {
    setWantsPage(value === aPage);
    if (value === aPage) return set(pointerTo(page));
    const heading = headings.find(({ section }) => section === value);
    set(heading ? { kind: 'heading', ...heading } : null);
  }

  function pointerTo(text: string): CheckPointer | null {
    const number = wholeIn(text, [1, last]);
    return number === null ? null : { kind: 'page', page: number };
  }

  const chosen = wantsPage ? aPage : pointer?.kind === 'heading' ? pointer.section : '';
  return (
    <div className="flex flex-col gap-4">
      <Field
        label="Points to"
        isOptional
        hint="Members find it among the places worth reading again."
        error={isLost ? 'The resource no longer has this place. Choose another one.' : undefined}
      >
        <Select value={chosen} onChange={({ target }) => choose(target.value)}>
          <option value="">No place</option>
          {hasPage ? <option value={aPage}>A page of the file</option> : null}
          {headings.map(({ section, title }) => (
            <option key={section} value={section}>
              {title}
            </option>
          ))}
          {pointer?.kind === 'heading' && isLost ? <option value={pointer.section}>{pointer.title}</option> : null}
        </Select>
      </Field>
      {wantsPage ? (
        <Field
          label="Page"
          error={page.trim() !== '' && wholeIn(page, [1, last]) === null ? `Enter a page from 1 to ${last}` : undefined}
        >
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            value={page}
            trailing={pages === null ? undefined : <span className="text-sm">of {pages}</span>}
            onChange={({ target }) => {
              setPage(target.value);
              set(pointerTo(target.value));
            }}
          />
        </Field>
      ) : null}
    </div>
  );
}
