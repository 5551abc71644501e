;;; minuta.el --- Time tracking with Minuta  -*- lexical-binding: t; -*-

;; Author: The Minuta maintainers
;; Version: 1.0.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: calendar, tools

;;; Commentary:

;; Start and stop Minuta's timers, log time, and show this week's totals.
;; With `minuta-mode' the mode line shows the running timers, including
;; those that other programs started: the server sends a notification
;; for each change, so there is no polling.
;;
;; The commands share one `minuta rpc' process, which the first command
;; starts.  Loading this file changes nothing.

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
  "Name or path of the Minuta program."
  :type 'string)

(defcustom minuta-store nil
  "The data folder; nil means the default data folder."
  :type '(choice (const :tag "Default" nil) directory))

(defvar minuta--connection nil
  "The connection to the server, or nil.")

(defvar minuta--running nil
  "The running records in the server's latest notification.")

(defconst minuta--no-updates "Minuta: no live updates"
  "Mode line text while the server can't watch for changes.")

(defvar minuta--server-command nil
  "The command line of the running server.")

(defvar minuta--problem nil
  "A problem to show in the mode line instead of the timers, or nil.")

(defvar minuta--timer nil
  "The timer that updates the mode line each minute, or nil.")

(defvar minuta--tag-history nil
  "Minibuffer history of tags.")

(defvar minuta-mode)


;;; The server

(defclass minuta--client (jsonrpc-process-connection)
  ((last-id :initform nil :documentation "The id of the latest request."))
  :documentation "A connection that remembers its latest request id, to cancel it.")

(cl-defmethod jsonrpc-connection-send :before
  ((connection minuta--client) &key id method &allow-other-keys)
  "Store the ID of a request that CONNECTION sends; requests have a METHOD."
  (when (and id method) (oset connection last-id id)))

(defun minuta--connect ()
  "Return the connection to the server; start the server if needed.
Restart a server that runs with other options."
  (if (not (and minuta--connection (jsonrpc-running-p minuta--connection)))
      (minuta--start-server)
    (if (equal (minuta--command) minuta--server-command)
        minuta--connection
      (minuta--close)
      (minuta--start-server))))

(defun minuta--start-server ()
  "Start the server and return its connection."
  (let ((command (minuta--command)))
    (setq minuta--problem nil
          minuta--server-command command
          minuta--connection
          (apply #'make-instance 'minuta--client
                 :name "minuta"
                 :process (lambda () (minuta--start-process command))
                 :notification-dispatcher #'minuta--handle-notification
                 :on-shutdown #'minuta--handle-shutdown
                 (minuta--log-options)))
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
      (user-error "Can't find the program '%s'; set `minuta-program'" minuta-program))
    `(,program "rpc" ,@(when minuta-store
                         (list "--store" (expand-file-name minuta-store))))))

(defun minuta--start-process (command)
  "Start the process with COMMAND."
  ;; The current directory may be deleted, remote or on a removable disk.
  (let ((default-directory "/"))
    (make-process :name "minuta"
                  :command command
                  :connection-type 'pipe
                  :coding 'utf-8-emacs-unix
                  :noquery t
                  ;; jsonrpc looks up the buffer by this name.
                  :stderr (get-buffer-create "*minuta stderr*"))))

(defun minuta--log-options ()
  "Return the arguments that turn off jsonrpc's message log.
Their names changed in jsonrpc 1.0.25."
  (if (slot-exists-p 'jsonrpc-connection '-events-buffer-config)
      '(:events-buffer-config (:size 0 :format full))
    '(:events-buffer-scrollback-size 0)))

(defun minuta--send (method params &optional succeeded failed)
  "Send a request for METHOD with PARAMS without waiting for the reply.
Call SUCCEEDED with the result or FAILED with the error."
  ;; jsonrpc signals an error in its filter for a reply after its timeout, so set none.
  (jsonrpc-async-request minuta--connection method params
                         :success-fn (or succeeded #'ignore)
                         :error-fn (or failed #'ignore)
                         :timeout nil))

(defun minuta--request (method &optional params)
  "Call METHOD with PARAMS and return the result; quitting cancels the call.
Signal a one-line `user-error' if the call fails."
  (let (connection id reply)
    (condition-case problem
        (progn
          (setq connection (minuta--connect))
          (minuta--send method params
                        (lambda (result) (setq reply (list :result result)))
                        (lambda (failure) (setq reply (list :failure failure))))
          (setq id (oref connection last-id)))
      (user-error (signal (car problem) (cdr problem)))
      (error (user-error "Can't reach the Minuta server: %s" (error-message-string problem))))
    (condition-case nil
        ;; Output ends this wait early, but process exit doesn't, so wait in short intervals.
        (while (not reply) (accept-process-output nil 0.2))
      (quit
       (when (jsonrpc-running-p connection)
         (jsonrpc-notify connection :$/cancelRequest (list :id id)))
       (signal 'quit nil)))
    (when-let ((failure (plist-get reply :failure)))
      (user-error "%s" (if (jsonrpc-running-p connection)
                           (plist-get failure :message)
                         "The Minuta server ended; the next command restarts it")))
    ;; The server may be able to watch for changes again.
    (when (and minuta-mode (equal minuta--problem minuta--no-updates)) (minuta--subscribe))
    (plist-get reply :result)))

(defun minuta--value (method &optional params)
  "Call METHOD with PARAMS and return the value of its outcome."
  (plist-get (minuta--request method params) :value))

(defun minuta--call (method &optional params)
  "Call METHOD with PARAMS and show the dialog of its outcome."
  (message "%s" (plist-get (minuta--request method params) :dialog)))

(defun minuta--handle-shutdown (connection)
  "Handle the shutdown of CONNECTION."
  (when (eq connection minuta--connection)
    (setq minuta--connection nil
          minuta--problem (when minuta-mode "Minuta stopped"))
    (minuta--show-running nil)))

(defun minuta--close ()
  "Shut down the server cleanly."
  (let ((connection minuta--connection)
        (deadline (+ (float-time) 2)))
    (when (and connection (jsonrpc-running-p connection))
      (minuta--send :shutdown nil
                    (lambda (_) (jsonrpc-notify connection :exit nil))
                    (lambda (_) (setq deadline 0))))
    (setq minuta--connection nil minuta--problem nil)
    (minuta--show-running nil)
    (when connection
      ;; Suppress jsonrpc's message that the server exited.
      (let ((inhibit-message t))
        (while (and (jsonrpc-running-p connection) (< (float-time) deadline))
          (accept-process-output nil 0.05))
        (jsonrpc-shutdown connection t)
        (kill-buffer (jsonrpc-events-buffer connection))))))


;;; The mode line

(defvar minuta-mode-line '(:eval (minuta--mode-line))
  "The mode line construct that `minuta-mode' adds.")
;;;###autoload
(put 'minuta-mode-line 'risky-local-variable t)

;;;###autoload
(define-minor-mode minuta-mode
  "Show the running timers in the mode line."
  :global t
  (setq global-mode-string (delq 'minuta-mode-line (or global-mode-string (list ""))))
  (if (not minuta-mode)
      (minuta--close)
    (condition-case problem
        (if (and minuta--connection (jsonrpc-running-p minuta--connection))
            (minuta--subscribe)
          (minuta--start-server))
      (error (setq minuta-mode nil)
             ;; Don't stop loading the init file because of this error.
             (if after-init-time
                 (signal (car problem) (cdr problem))
               (display-warning 'minuta (error-message-string problem)))))
    (when minuta-mode
      (setq global-mode-string (append global-mode-string (list 'minuta-mode-line))))))

(defun minuta--subscribe ()
  "Subscribe to the running timers and show their current state."
  (let ((connection minuta--connection))
    (minuta--send :minuta/subscribe nil
                  (lambda (result) (minuta--handle-change connection result))
                  (lambda (failure)
                    (minuta--handle-change connection (list :error failure))))))

(defun minuta--handle-notification (connection method params)
  "Handle the notification METHOD with PARAMS from CONNECTION."
  (when (eq method 'minuta/changed) (minuta--handle-change connection params)))

(defun minuta--handle-change (connection state)
  "Show the STATE that CONNECTION sent, which may be an error."
  (when (and minuta-mode (eq connection minuta--connection))
    (let ((failure (plist-get state :error)))
      (setq minuta--problem (and failure minuta--no-updates))
      (minuta--show-running (append (plist-get (plist-get state :value) :running) nil))
      (when failure (message "%s" (plist-get failure :message))))))

(defun minuta--show-running (running)
  "Show the RUNNING records in the mode line."
  (when minuta--timer (cancel-timer minuta--timer))
  (setq minuta--running running
        minuta--timer
        (when running
          (run-with-timer (- 60 (mod (minuta--elapsed-seconds (car running)) 60)) 60
                          #'force-mode-line-update t)))
  (force-mode-line-update t))

(defun minuta--mode-line ()
  "Return the text in the mode line."
  (let ((text (or minuta--problem (mapconcat #'minuta--timer-text minuta--running ", "))))
    (if (string-empty-p text)
        ""
      (concat (replace-regexp-in-string "%" "%%" text t t) " "))))

(defun minuta--timer-text (record)
  "Return the tag and the elapsed time of RECORD."
  (let ((minutes (/ (minuta--elapsed-seconds record) 60)))
    (format "%s %d:%02d"
            (truncate-string-to-width (minuta--tag-name record) 24 nil nil t)
            (/ minutes 60) (mod minutes 60))))

(defun minuta--elapsed-seconds (record)
  "Return the seconds since RECORD started."
  (let ((start (encode-time (iso8601-parse (plist-get record :startTime)))))
    (max 0 (floor (float-time (time-since start))))))

(defun minuta--tag-name (record)
  "Return the tag name of RECORD on one line."
  (minuta--single-line (plist-get (plist-get record :tag) :name)))

(defun minuta--single-line (name)
  "Return NAME on one line, or \"untagged\" if it is nil."
  (if name (replace-regexp-in-string "[[:cntrl:]]+" " " name) "untagged"))


;;; Prompts

(defun minuta--tags ()
  "Return the names of all tags except archived ones."
  (let ((tags (plist-get (minuta--value :ListTags) :tags)))
    (mapcar (lambda (tag) (plist-get tag :name))
            (seq-remove (lambda (tag) (eq (plist-get tag :isArchived) t)) tags))))

(defun minuta--read-tag (prompt)
  "Read a new or existing tag with PROMPT; return nil for no tag."
  (let* ((completion-ignore-case t)
         (tags (minuta--tags))
         ;; Tag names may contain spaces and question marks.
         (minibuffer-local-completion-map
          (let ((map (make-sparse-keymap)))
            (set-keymap-parent map minibuffer-local-completion-map)
            (define-key map " " #'self-insert-command)
            (define-key map "?" #'self-insert-command)
            map))
         (name (completing-read prompt tags nil nil nil 'minuta--tag-history)))
    (unless (string-blank-p name) name)))

(defun minuta--read-comment ()
  "Read a comment if there is a prefix argument."
  (when current-prefix-arg (read-string "Comment: ")))

(defun minuta--read-running ()
  "Choose one of the running records and return its id."
  (let (choices)
    (seq-doseq (record (plist-get (minuta--value :Status) :running))
      (let* ((comment (plist-get record :comment))
             (text (concat (minuta--timer-text record)
                           (when comment (concat "  " (minuta--single-line comment)))))
             (id (plist-get record :id)))
        (push (cons (if (assoc text choices) (concat text "  " id) text) id) choices)))
    (cond ((null choices) (user-error "No timer is running"))
          ((null (cdr choices)) (cdar choices))
          (t (cdr (assoc (completing-read "Stop: " (nreverse choices) nil t) choices))))))

(defun minuta--params (&rest pairs)
  "Return PAIRS of names and values without those whose value is nil."
  (cl-loop for (name value) on pairs by #'cddr
           when value append (list name value)))


;;; Commands

;;;###autoload
(defun minuta-start (tag &optional comment)
  "Start a timer with TAG and COMMENT; nil means no tag.
A new tag is created.  With a prefix argument, prompt for the comment."
  (interactive (list (minuta--read-tag "Start: ") (minuta--read-comment)))
  (minuta--call :StartTimer (minuta--params :tag tag :comment comment)))

;;;###autoload
(defun minuta-stop (&optional record)
  "Stop all timers, or the one with the record id RECORD.
With a prefix argument, prompt for the timer."
  (interactive (list (when current-prefix-arg (minuta--read-running))))
  (minuta--call :StopTimer (minuta--params :record record)))

;;;###autoload
(defun minuta-toggle ()
  "Stop all timers; if none is running, restart the last one."
  (interactive)
  (minuta--call :ToggleTimer))

;;;###autoload
(defun minuta-log (tag duration &optional comment)
  "Log a DURATION such as 1h30m, ending now, on TAG with COMMENT.
With a prefix argument, prompt for the comment."
  (interactive (list (minuta--read-tag "Log on: ")
                     (read-string "Duration (such as 1h30m): ")
                     (minuta--read-comment)))
  (minuta--call :LogTime (minuta--params :tag tag :duration duration :comment comment)))

;;;###autoload
(defun minuta-week ()
  "Show the time spent this week by day and tag."
  (interactive)
  (with-current-buffer (get-buffer-create "*Minuta week*")
    (unless (derived-mode-p 'minuta-week-mode) (minuta-week-mode))
    (revert-buffer)
    (pop-to-buffer (current-buffer))))


;;; This week

(define-derived-mode minuta-week-mode special-mode "Minuta week"
  "Show the time spent this week; \\[revert-buffer] updates it."
  (setq-local revert-buffer-function #'minuta--draw-week
              truncate-lines t))

(defun minuta--draw-week (&rest _)
  "Fill the buffer with this week's totals."
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
  "Return the rows of DAY: its name and seconds, then those of its tags."
  (let ((noon (date-to-time (concat (plist-get day :key) "T12:00:00Z"))))
    (cons (cons (format-time-string "%a %F" noon t) (plist-get day :seconds))
          (mapcar (lambda (group)
                    (cons (concat "  " (minuta--single-line (plist-get group :key)))
                          (plist-get group :seconds)))
                  (plist-get day :groups)))))

(defun minuta--duration (seconds)
  "Format SECONDS as hours and minutes."
  (let ((minutes (/ seconds 60)))
    (if (< minutes 60)
        (format "%dm" minutes)
      (format "%dh %02dm" (/ minutes 60) (mod minutes 60)))))

(provide 'minuta)
;;; minuta.el ends here
