// What browsers have and TypeScript 4.8 does not know, and what the modules in WebAssembly export.

/** The File System standard's parts that pages and workers use. */
interface FileSystemDirectoryHandle {
  entries(): AsyncIterableIterator<[string, FileSystemFileHandle | FileSystemDirectoryHandle]>;
}
interface FileSystemSyncAccessHandle {
  read(into: BufferSource, options?: { at?: number }): number;
  write(from: BufferSource, options?: { at?: number }): number;
  /** Browsers of before 2023 give promises. */
  truncate(size: number): void | Promise<void>;
  getSize(): number | Promise<number>;
  flush(): void | Promise<void>;
  close(): void | Promise<void>;
}
interface FileSystemFileHandle {
  createSyncAccessHandle(): Promise<FileSystemSyncAccessHandle>;
}

/** What an installed app is opened with. */
declare var launchQueue: { setConsumer(consumer: (launch: { files?: FileSystemFileHandle[] }) => unknown): void } | undefined;

interface Array<T> {
  findLastIndex(predicate: (value: T, index: number) => unknown): number;
  findLast(predicate: (value: T, index: number) => unknown): T | undefined;
}

/** What ParaphInk exports, of Web/pad. */
interface InkExports {
  memory: WebAssembly.Memory;
  outputStart(): number;
  reserve(count: number): void;
  picture(count: number): number;
  begin(tool: number, time: number): number;
  add(x: number, y: number, time: number, pressure: number): void;
  end(): void;
  undo(): void;
  erase(): void;
  encode(): number;
  strokeCount(): number;
  setPen(width: number, variation: number): void;
  takeFinished(): number;
  tail(): number;
  outline(): number;
}

/** What ParaphPDF exports, of Web/pdf: what gives a number puts out as many bytes, of JSON where nothing else is said. */
interface PDFExports {
  memory: WebAssembly.Memory;
  fileStart(size: number): number;
  open(length: number): number;
  outputStart(): number;
  reserve(count: number): void;
  readings(): number;
  clean(): number;
  appended(): number;
  set(part: number, count: number): void;
  prepare(page: number, left: number, bottom: number, right: number, top: number, room: number): number;
  complete(count: number): number;
  know(count: number): void;
  changes(signature: number): number;
  judge(page: number, left: number, bottom: number, right: number, top: number): number;
  free(page: number, left: number, bottom: number, right: number, top: number, isAnywhere: boolean): number;
  propose(width: number, height: number): number;
  form(): number;
  refusals(): number;
  layout(width: number, height: number): number;
}
