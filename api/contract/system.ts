/** The disk of a server's data, in bytes. */
export interface DiskSpace {
  free: number;
  total: number;
  /** 90 % or more are used. */
  isNearlyFull: boolean;
}

/** The body of `GET /api/stats/system`: for the people who run the server. */
export interface SystemStatus {
  version: string;
  /** Of the server that answers. Null if it isn't known. */
  disk: DiskSpace | null;
  databaseBytes: number;
  /** Messages whose last attempt failed; null on a site that sends no mail. */
  failingMail: number | null;
}
