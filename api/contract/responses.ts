export type { MonthCounts } from '../../db/queries/stats.ts';

/** Tells errors of the same status apart. */
export type ErrorCode =
  | 'address'
  | 'bad_code'
  | 'bad_token'
  | 'check_required'
  | 'closed'
  | 'no_mail'
  | 'no_password'
  | 'passkey_required'
  | 'password_required'
  | 'quota'
  | 'reauthenticate'
  | 'second_factor'
  | 'second_factor_required'
  | 'sign_in_expired'
  | 'suspended'
  | 'verify_email';

/** The body of every error. */
export interface ErrorBody {
  success: false;
  statusCode: number;
  message: string;
  code?: ErrorCode;
}
