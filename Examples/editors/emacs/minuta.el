;;; minuta.el --- Time tracking with Minuta  -*- lexical-binding: t; -*-

;; Author: The Minuta maintainers
;; Version: 1.0.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: calendar, tools

;;; Commentary:

;; Starts and stops Minuta's timers, logs time, and shows this week.
;; With `minuta-mode' the mode line shows the timers that run, whoever
;; started them: the server tells what changed, nothing is asked for
;; again and again.
;;
;; The commands talk to one `minuta rpc', which the first of them
;; starts.  Nothing is set up by loading this file.

;;; Code:

(require 'jsonrpc)
(require 'iso8601)
(require 'seq)
(eval-when-compile (require 'subr-x))

(defgroup minuta nil
  "Time tracking with Minuta."
  :group 'calendar
  :prefix "minuta-")

(defcustom minuta-program "minuta"
  "The program Minuta, a name or a path."
  :type 'string)

(defcustom minuta-store nil
  "The folder of the records; nil for the one that Minuta chooses."
  :type '(choice (const :tag "Minuta's choice" nil) directory))

(defvar minuta--connection nil
  "The connection to the server, or nil.")

(defvar minuta--running nil
  "The records that run, as the server told last.")

(defconst minuta--not-live "Minuta is not live"
  "What the mode line says where changes cannot be told.")

(defvar minuta--server-command nil
  "The command line of the server that runs.")

(defvar minuta--trouble nil
  "What the mode line says instead of the timers, or nil.")

(defvar minuta--timer nil
  "What redraws the minutes while something runs.")

(defvar minuta--tag-history nil
  "The tags that were read.")

(defvar minuta-mode)


;;; The server

(defclass minuta--client (jsonrpc-process-connection)
  ((last-id :initform nil :documentation "The id of the last request."))
  :documentation "A connection that knows how its last request can be cancelled.")

(cl-defmethod jsonrpc-connection-send :before
  ((connection minuta--client) &key id method &allow-other-keys)
  "Note the ID of a request that CONNECTION sends, which has a METHOD."
  (when (and id method) (oset connection last-id id)))

(defun minuta--connect ()
  "Return the connection to the server, which is started if need be.
One that runs with other options is ended first."
  (if (not (and minuta--connection (jsonrpc-running-p minuta--connection)))
      (minuta--open)
    (if (equal (minuta--command) minuta--server-command)
        minuta--connection
      (minuta--close)
      (minuta--open))))

(defun minuta--open ()
  "Start the server and return the connection to it."
  (let ((command (minuta--command)))
    (setq minuta--trouble nil
          minuta--server-command command
          minuta--connection
          (apply #'make-instance 'minuta--client
                 :name "minuta"
                 :process (lambda () (minuta--process command))
                 :notification-dispatcher #'minuta--notified
                 :on-shutdown #'minuta--ended
                 (minuta--unlogged)))
    (minuta--send :initialize
                  (list :processId (emacs-pid) :capabilities (make-hash-table)))
    (jsonrpc-notify minuta--connection :initialized nil)
    (when minuta-mode (minuta--subscribe))
    minuta--connection))

(defun minuta--command ()
  "Return the server's command line."
  (let ((program (if (file-name-directory minuta-program)
                     (expand-file-name minuta-program)
                   minuta-program)))
    (unless (executable-find program)
      (user-error "There is no program '%s'; see `minuta-program'" minuta-program))
    `(,program "rpc" ,@(when minuta-store
                         (list "--store" (expand-file-name minuta-store))))))

(defun minuta--process (command)
  "Start the process with COMMAND."
  ;; A folder that is gone, remote or on a disk to be removed is not for the server to stand in.
  (let ((default-directory "/"))
    (make-process :name "minuta"
                  :command command
                  :connection-type 'pipe
                  :coding 'utf-8-emacs-unix
                  :noquery t
                  ;; The name under which jsonrpc looks for it.
                  :stderr (get-buffer-create "*minuta stderr*"))))

(defun minuta--unlogged ()
  "Return the arguments that keep jsonrpc from logging each message.
They have other names since its version 1.0.25."
  (if (slot-exists-p 'jsonrpc-connection '-events-buffer-config)
      '(:events-buffer-config (:size 0 :format full))
    '(:events-buffer-scrollback-size 0)))

(defun minuta--send (method params &optional succeeded failed)
  "Send a request for METHOD with PARAMS and return at once.
SUCCEEDED is called with the result, FAILED with the error."
  ;; A reply that comes after jsonrpc's own deadline would be an error in its filter.
  (jsonrpc-async-request minuta--connection method params
                         :success-fn (or succeeded #'ignore)
                         :error-fn (or failed #'ignore)
                         :timeout nil))

(defun minuta--request (method &optional params)
  "Ask for METHOD with PARAMS and return the result; a quit cancels it.
What fails is a `user-error' of one sentence."
  (let (connection id reply)
    (condition-case problem
        (progn
          (setq connection (minuta--connect))
          (minuta--send method params
                        (lambda (result) (setq reply (list :result result)))
                        (lambda (failure) (setq reply (list :failure failure))))
          (setq id (oref connection last-id)))
      (user-error (signal (car problem) (cdr problem)))
      (error (user-error "Minuta's server cannot be asked: %s" (error-message-string problem))))
    (condition-case nil
        ;; Output ends the wait at once, but the end of the process does not.
        (while (not reply) (accept-process-output nil 0.2))
      (quit
       (when (jsonrpc-running-p connection)
         (jsonrpc-notify connection :$/cancelRequest (list :id id)))
       (signal 'quit nil)))
    (when-let ((failure (plist-get reply :failure)))
      (user-error "%s" (if (jsonrpc-running-p connection)
                           (plist-get failure :message)
                         "Minuta's server ended; the next command starts it again")))
    ;; Where it could tell no changes, it may be able to now.
    (when (and minuta-mode (equal minuta--trouble minuta--not-live)) (minuta--subscribe))
    (plist-get reply :result)))

(defun minuta--value (method &optional params)
  "Ask for METHOD with PARAMS and return the value of the outcome."
  (plist-get (minuta--request method params) :value))

(defun minuta--tell (method &optional params)
  "Ask for METHOD with PARAMS and show the dialog of the outcome."
  (message "%s" (plist-get (minuta--request method params) :dialog)))

(defun minuta--ended (connection)
  "Take notice of the end of CONNECTION's server."
  (when (eq connection minuta--connection)
    (setq minuta--connection nil
          minuta--trouble (when minuta-mode "Minuta stopped"))
    (minuta--show nil)))

(defun minuta--close ()
  "End the server in good order."
  (let ((connection minuta--connection)
        (deadline (+ (float-time) 2)))
    (when (and connection (jsonrpc-running-p connection))
      (minuta--send :shutdown nil
                    (lambda (_) (jsonrpc-notify connection :exit nil))
                    (lambda (_) (setq deadline 0))))
    (setq minuta--connection nil minuta--trouble nil)
    (minuta--show nil)
    (when connection
      ;; That the server ended is what jsonrpc would tell.
      (let ((inhibit-message t))
        (while (and (jsonrpc-running-p connection) (< (float-time) deadline))
          (accept-process-output nil 0.05))
        (jsonrpc-shutdown connection t)
        (kill-buffer (jsonrpc-events-buffer connection))))))


;;; The mode line

(defvar minuta-mode-line '(:eval (minuta--mode-line))
  "What `minuta-mode' adds to the mode line.")
;;;###autoload
(put 'minuta-mode-line 'risky-local-variable t)

;;;###autoload
(define-minor-mode minuta-mode
  "Show the timers that run in the mode line."
  :global t
  (setq global-mode-string (delq 'minuta-mode-line (or global-mode-string (list ""))))
  (if (not minuta-mode)
      (minuta--close)
    (condition-case problem
        (if (and minuta--connection (jsonrpc-running-p minuta--connection))
            (minuta--subscribe)
          (minuta--open))
      (error (setq minuta-mode nil)
             ;; The rest of an init file is to be read all the same.
             (if after-init-time
                 (signal (car problem) (cdr problem))
               (display-warning 'minuta (error-message-string problem)))))
    (when minuta-mode
      (setq global-mode-string (append global-mode-string (list 'minuta-mode-line))))))

(defun minuta--subscribe ()
  "Have the server tell the running timers, now and at each change."
  (let ((connection minuta--connection))
    (minuta--send :minuta/subscribe nil
                  (lambda (result) (minuta--changed connection result))
                  (lambda (failure)
                    (minuta--changed connection (list :error failure))))))

(defun minuta--notified (connection method params)
  "Take the notification METHOD with PARAMS from CONNECTION."
  (when (eq method 'minuta/changed) (minuta--changed connection params)))

(defun minuta--changed (connection told)
  "Take the state that CONNECTION's server TOLD, or that it can tell none."
  (when (and minuta-mode (eq connection minuta--connection))
    (let ((failure (plist-get told :error)))
      (setq minuta--trouble (and failure minuta--not-live))
      (minuta--show (append (plist-get (plist-get told :value) :running) nil))
      (when failure (message "%s" (plist-get failure :message))))))

(defun minuta--show (running)
  "Show the RUNNING records in the mode line."
  (when minuta--timer (cancel-timer minuta--timer))
  (setq minuta--running running
        minuta--timer
        (when running
          (run-with-timer (- 60 (mod (minuta--seconds (car running)) 60)) 60
                          #'force-mode-line-update t)))
  (force-mode-line-update t))

(defun minuta--mode-line ()
  "Return the text in the mode line."
  (let ((text (or minuta--trouble (mapconcat #'minuta--timer-text minuta--running ", "))))
    (if (string-empty-p text)
        ""
      (concat (replace-regexp-in-string "%" "%%" text t t) " "))))

(defun minuta--timer-text (record)
  "Return the tag of RECORD and for how long it has been running."
  (let ((minutes (/ (minuta--seconds record) 60)))
    (format "%s %d:%02d"
            (truncate-string-to-width (minuta--tag-name record) 24 nil nil t)
            (/ minutes 60) (mod minutes 60))))

(defun minuta--seconds (record)
  "Return how many seconds ago RECORD began."
  (let ((start (encode-time (iso8601-parse (plist-get record :startTime)))))
    (max 0 (floor (float-time (time-since start))))))

(defun minuta--tag-name (record)
  "Return the name of the tag of RECORD on one line."
  (minuta--line (plist-get (plist-get record :tag) :name)))

(defun minuta--line (name)
  "Return NAME on one line; that of no tag is nil."
  (if name (replace-regexp-in-string "[[:cntrl:]]+" " " name) "untagged"))


;;; Reading

(defun minuta--tags ()
  "Return the names of the tags that a record can get."
  (let ((tags (plist-get (minuta--value :ListTags) :tags)))
    (mapcar (lambda (tag) (plist-get tag :name))
            (seq-remove (lambda (tag) (eq (plist-get tag :isArchived) t)) tags))))

(defun minuta--read-tag (prompt)
  "Read a tag, which may be new, with PROMPT; nil for none."
  (let* ((completion-ignore-case t)
         (tags (minuta--tags))
         ;; A name can have spaces and question marks.
         (minibuffer-local-completion-map
          (let ((map (make-sparse-keymap)))
            (set-keymap-parent map minibuffer-local-completion-map)
            (define-key map " " #'self-insert-command)
            (define-key map "?" #'self-insert-command)
            map))
         (name (completing-read prompt tags nil nil nil 'minuta--tag-history)))
    (unless (string-blank-p name) name)))

(defun minuta--read-comment ()
  "Read a comment if the command has a prefix argument."
  (when current-prefix-arg (read-string "Comment: ")))

(defun minuta--read-running ()
  "Read which of the running records is meant and return its id."
  (let (choices)
    (seq-doseq (record (plist-get (minuta--value :Status) :running))
      (let* ((comment (plist-get record :comment))
             (text (concat (minuta--timer-text record)
                           (when comment (concat "  " (minuta--line comment)))))
             (id (plist-get record :id)))
        (push (cons (if (assoc text choices) (concat text "  " id) text) id) choices)))
    (cond ((null choices) (user-error "No timer is running"))
          ((null (cdr choices)) (cdar choices))
          (t (cdr (assoc (completing-read "Stop: " (nreverse choices) nil t) choices))))))

(defun minuta--params (&rest pairs)
  "Return those of PAIRS, names and values, that have a value."
  (cl-loop for (name value) on pairs by #'cddr
           when value append (list name value)))


;;; Commands

;;;###autoload
(defun minuta-start (tag &optional comment)
  "Start a timer with TAG, a new one or nil for none, and COMMENT.
With a prefix argument the comment is asked for."
  (interactive (list (minuta--read-tag "Start: ") (minuta--read-comment)))
  (minuta--tell :StartTimer (minuta--params :tag tag :comment comment)))

;;;###autoload
(defun minuta-stop (&optional record)
  "Stop all timers, or the one whose record has the id RECORD.
With a prefix argument it is asked for."
  (interactive (list (when current-prefix-arg (minuta--read-running))))
  (minuta--tell :StopTimer (minuta--params :record record)))

;;;###autoload
(defun minuta-toggle ()
  "Stop all timers, or start one like the last where there is none."
  (interactive)
  (minuta--tell :ToggleTimer))

;;;###autoload
(defun minuta-log (tag duration &optional comment)
  "Log a DURATION up to now, such as 1h30m, on TAG with COMMENT.
With a prefix argument the comment is asked for."
  (interactive (list (minuta--read-tag "Log on: ")
                     (read-string "Duration (such as 1h30m): ")
                     (minuta--read-comment)))
  (minuta--tell :LogTime (minuta--params :tag tag :duration duration :comment comment)))

;;;###autoload
(defun minuta-week ()
  "Show the time spent this week, by days and tags."
  (interactive)
  (with-current-buffer (get-buffer-create "*Minuta week*")
    (unless (derived-mode-p 'minuta-week-mode) (minuta-week-mode))
    (revert-buffer)
    (pop-to-buffer (current-buffer))))


;;; This week

(define-derived-mode minuta-week-mode special-mode "Minuta week"
  "Show the time spent this week; \\[revert-buffer] reads it anew."
  (setq-local revert-buffer-function #'minuta--draw-week
              truncate-lines t))

(defun minuta--draw-week (&rest _)
  "Fill the buffer with this week."
  (let* ((outcome (minuta--request
                   :Summarize '(:range "thisWeek" :groupBy ["day" "tag"])))
         (days (plist-get (plist-get outcome :value) :groups))
         (rows (seq-mapcat (lambda (day) (minuta--day-rows day)) days))
         (width (apply #'max 0 (mapcar (lambda (row) (string-width (car row))) rows)))
         (line (line-number-at-pos))
         (inhibit-read-only t))
    (erase-buffer)
    (insert (plist-get outcome :dialog) "\n")
    (pcase-dolist (`(,name . ,seconds) rows)
      (insert (if (string-prefix-p " " name) "" "\n")
              name
              (make-string (- width (string-width name)) ?\s)
              (format "  %8s\n" (minuta--duration seconds))))
    (goto-char (point-min))
    (forward-line (1- line))))

(defun minuta--day-rows (day)
  "Return the rows of a DAY: names, indented below it, and seconds."
  (let ((noon (date-to-time (concat (plist-get day :key) "T12:00:00Z"))))
    (cons (cons (format-time-string "%a %F" noon t) (plist-get day :seconds))
          (mapcar (lambda (group)
                    (cons (concat "  " (minuta--line (plist-get group :key)))
                          (plist-get group :seconds)))
                  (plist-get day :groups)))))

(defun minuta--duration (seconds)
  "Return SECONDS in hours and minutes."
  (let ((minutes (/ seconds 60)))
    (if (< minutes 60)
        (format "%dm" minutes)
      (format "%dh %02dm" (/ minutes 60) (mod minutes 60)))))

(provide 'minuta)
;;; minuta.el ends here
