;;; steps.el --- Helpers for step-by-step tests in Emacs  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each successful step prints `ok NAME'.  The first failure prints the
;; reason and exits Emacs with status 1.

;;; Code:

(require 'seq)

(defvar steps-program (getenv "MINUTA_PROGRAM"))
(defvar steps-store (getenv "MINUTA_STORE"))

(setq coding-system-for-write 'utf-8-unix
      coding-system-for-read 'utf-8-unix)

(defmacro step (name &rest body)
  "Run the step NAME; BODY signals an error to fail it."
  (declare (indent 1))
  `(condition-case problem
       (progn ,@body (princ ,(format "ok %s\n" name)))
     ((error quit)
      (princ (format "failed %s: %S\n" ,name problem))
      (kill-emacs 1))))

(defmacro expect (form)
  "Signal an error with the argument values of FORM if it returns nil."
  (let ((values (make-symbol "values")))
    `(let ((,values (list ,@(cdr form))))
       (unless (apply #',(car form) ,values)
         (error "Expectation failed: %S with arguments %S" ',form ,values)))))

(defun wait-for (what condition)
  "Wait until CONDITION returns non-nil and return its value.
WHAT describes it in the error for a timeout."
  (let ((deadline (+ (float-time) 60)) result)
    (while (not (setq result (funcall condition)))
      (when (> (float-time) deadline) (error "No %s within 60 s" what))
      (accept-process-output nil 0.02))
    result))

(defun should-fail (body)
  "Call BODY and return the error it signals."
  (condition-case problem
      (progn (funcall body) (error "Expected an error"))
    ((user-error jsonrpc-error quit) problem)))

(defun run-minuta (&rest arguments)
  "Run the program with ARGUMENTS in another process."
  (expect (eql 0 (apply #'call-process steps-program nil nil nil arguments))))

(defun children ()
  "Return the process ids of Emacs's children."
  (seq-filter (lambda (id) (eql (alist-get 'ppid (process-attributes id)) (emacs-pid)))
              (list-system-processes)))

(defun hold-write-lock ()
  "Start a process that holds the data folder's write lock, and return it."
  (let* ((lock (expand-file-name ".minuta.writelock.nosync" steps-store))
         (text "")
         (holder (make-process :name "holder" :noquery t :connection-type 'pipe
                               :command (list "flock" "--no-fork" lock
                                              "sh" "-c" "echo held; exec sleep 600")
                               :filter (lambda (_ part) (setq text (concat text part))))))
    (wait-for "lock" (lambda () (equal text "held\n")))
    holder))

(defun release-write-lock (holder)
  "Kill HOLDER and wait until it has exited."
  (delete-process holder)
  (wait-for "end of the holder" (lambda () (not (process-live-p holder)))))

(provide 'steps)
;;; steps.el ends here
