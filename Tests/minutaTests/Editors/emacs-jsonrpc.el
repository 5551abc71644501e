;;; emacs-jsonrpc.el --- Tests the server with jsonrpc.el alone  -*- lexical-binding: t; -*-

;;; Commentary:

;; Run with emacs --batch -Q -l steps.el -l emacs-jsonrpc.el.
;; MINUTA_PROGRAM is the program, MINUTA_STORE the data folder.

;;; Code:

(require 'jsonrpc)
(require 'steps)

(defconst name "Zoë, 東京 & \"☕\"\n100%"
  "A tag name with special characters.")

(defvar notifications nil
  "The notifications received, newest first.")

(defvar server
  (apply #'make-instance 'jsonrpc-process-connection
         :name "server"
         :process (lambda ()
                    (make-process :name "server"
                                  :command (list steps-program "rpc" "--store" steps-store)
                                  :connection-type 'pipe
                                  :coding 'utf-8-emacs-unix
                                  :noquery t
                                  :stderr (get-buffer-create "*server stderr*")))
         :notification-dispatcher
         (lambda (_ method params) (push (cons method params) notifications))
         (if (slot-exists-p 'jsonrpc-connection '-events-buffer-config)
             '(:events-buffer-config (:size 0 :format full))
           '(:events-buffer-scrollback-size 0))))

(defun request (method &optional params)
  "Call METHOD with PARAMS and return the result."
  (jsonrpc-request server method params :timeout 60))

(defun value (method &optional params)
  "Call METHOD with PARAMS and return the value of the outcome."
  (let ((outcome (request method params)))
    (expect (equal (plist-get outcome :status) "ok"))
    (plist-get outcome :value)))

(defun error-codes (method &optional params)
  "Call METHOD with PARAMS and return the numeric and named error codes."
  (let ((data (cddr (should-fail (lambda () (request method params))))))
    (list (alist-get 'jsonrpc-error-code data)
          (plist-get (alist-get 'jsonrpc-error-data data) :code))))

(defun wait-for-state (condition)
  "Wait for a notification with a state for which CONDITION returns non-nil."
  (wait-for "state"
            (lambda ()
              (seq-some (lambda (one)
                          (and (eq (car one) 'minuta/changed)
                               (equal (plist-get (cdr one) :uri) "minuta://state")
                               (funcall condition (plist-get (cdr one) :value))))
                        notifications))))

(step "initialize"
  (let ((result (request :initialize
                     (list :processId (emacs-pid) :capabilities (make-hash-table)))))
    (expect (plist-member result :capabilities))
    (expect (equal (plist-get (plist-get result :serverInfo) :name) "minuta")))
  (jsonrpc-notify server :initialized nil))

(step "parameters may be null, an empty list or an empty object"
  (dolist (params (list nil [] (make-hash-table)))
    (expect (equal (plist-get (value :Status params) :running) []))
    (expect (equal (plist-get (value :ListTags params) :tags) []))))

(step "a non-ASCII name is returned unchanged"
  (let ((record (plist-get (value :StartTimer (list :tag name)) :record)))
    (expect (equal (plist-get (plist-get record :tag) :name) name)))
  (expect (equal (mapcar (lambda (tag) (plist-get tag :name)) (plist-get (value :ListTags) :tags))
                 (list name))))

(step "failed calls return named error codes"
  (expect (equal (error-codes :NoSuchIntent) '(-32601 "unknownIntent")))
  (expect (equal (error-codes :StartTimer '(:tag "x" :at "soon")) '(-32602 "invalidValue")))
  (expect (equal (car (error-codes :StartTimer ["x"])) -32602))
  (expect (equal (car (error-codes :CreateTag)) -32602))
  (expect (equal (error-codes :StopTimer '(:tag "Nobody")) '(1001 "tagNotFound"))))

(step "subscribers are notified of changes until they unsubscribe"
  (let ((result (request :minuta/subscribe (make-hash-table))))
    (expect (equal (plist-get result :uri) "minuta://state"))
    (expect (equal (length (plist-get (plist-get result :value) :running)) 1)))
  (run-minuta "stop")
  (wait-for-state (lambda (state) (equal (plist-get state :running) [])))
  (expect (null (request :minuta/unsubscribe)))
  (setq notifications nil)
  (run-minuta "start" "Work")
  (expect (equal (length (plist-get (value :Status) :running)) 1))
  (run-minuta "stop")
  (expect (equal notifications nil)))

(step "a cancelled request gets a response"
  (let ((holder (hold-write-lock)) reply)
    ;; The first call waits for the lock, the second for the first.
    (jsonrpc-async-request server :StartTimer '(:tag "Work") :timeout nil)
    (jsonrpc-async-request server :StartTimer '(:tag "Never") :timeout nil
                           :success-fn (lambda (result) (setq reply (list :result result)))
                           :error-fn (lambda (problem) (setq reply problem)))
    (jsonrpc-notify server :$/cancelRequest (list :id (jsonrpc--next-request-id server)))
    (wait-for "reply" (lambda () reply))
    (release-write-lock holder)
    (expect (equal (plist-get reply :code) -32800)))
  (let ((running (plist-get (value :Status) :running)))
    (expect (equal (mapcar (lambda (record) (plist-get (plist-get record :tag) :name)) running)
                   '("Work")))))

(step "shutdown and exit"
  (expect (null (request :shutdown)))
  (expect (equal (car (error-codes :Status)) -32600))
  (jsonrpc-notify server :exit nil)
  (let ((process (jsonrpc--process server)))
    (wait-for "exit" (lambda () (not (process-live-p process))))
    (expect (equal (process-exit-status process) 0)))
  (expect (equal (children) nil)))

;;; emacs-jsonrpc.el ends here
