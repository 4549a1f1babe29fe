/** The `scimType` of RFC 7644, section 3.12. */
export type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'noTarget' | 'uniqueness';

/** An expected error in the form of SCIM. */
export class ScimFailure extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;

  constructor(status: number, detail: string, scimType: ScimType | null = null) {
    super(detail);
    this.name = 'ScimFailure';
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalidValue = (detail: string) => new ScimFailure(400, detail, 'invalidValue');
export const invalidSyntax = (detail: string) => new ScimFailure(400, detail, 'invalidSyntax');
