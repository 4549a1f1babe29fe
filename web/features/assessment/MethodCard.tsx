import type { AssessmentResult } from '#contract/assessment.ts';
import { Card } from '../../ui/Card.tsx';
import { DataTable, type DataTableColumn } from '../../ui/DataTable.tsx';

type Answer = AssessmentResult['answers'][number];

const columns: DataTableColumn<Answer>[] = [
  { key: 'question', header: 'Question', kind: 'subject', cell: ({ title }) => title },
  { key: 'nist', header: 'NIST AI RMF 1.0', cell: ({ references }) => references.nist },
  { key: 'iso', header: 'ISO/IEC 42001', cell: ({ references }) => references.iso },
  { key: 'act', header: 'EU AI Act', cell: ({ references }) => references.euAiAct ?? 'none direct' },
];

/** How the result came about and what it cannot say. */
export function MethodCard({ result }: { result: AssessmentResult }) {
  const { texts, levels, overall, contentVersion } = result;
  return (
    <Card>
      <h2>Method and limits</h2>
      <div className="mt-2 flex max-w-176 flex-col gap-2 text-muted-foreground">
        <p>
          <strong className="font-semibold text-foreground">{texts.disclaimer}</strong> {texts.purpose} {texts.coverage}
        </p>
        <p>
          An answer gives {levels.map(({ name, points }) => `${points} (${name})`).join(', ')} points, of {overall.most}{' '}
          in all. Overall bands begin at {levels.map(({ name, overallFrom }) => `${overallFrom} (${name})`).join(', ')}{' '}
          points, those of a section at {levels.map(({ name, sectionFrom }) => `${sectionFrom} (${name})`).join(', ')}.{' '}
          {texts.thresholds}
        </p>
        <p>Content version {contentVersion}. An earlier attempt keeps the result of its own version.</p>
      </div>
      <details className="mt-4">
        <summary className="inline-flex min-h-11 items-center font-semibold">Where the questions come from</summary>
        <p className="mt-2 mb-3 max-w-176 text-muted-foreground">
          {texts.references} {texts.highRisk}
        </p>
        <DataTable
          caption="Where the questions come from"
          columns={columns}
          rows={result.answers}
          rowKey={({ questionId }) => questionId}
        />
      </details>
    </Card>
  );
}
