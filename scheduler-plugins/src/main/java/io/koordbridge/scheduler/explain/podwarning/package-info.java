/** Warnings about pods: an event of a pod whose annotations cannot be used. Input: pods, what each capability finds wrong; output: events. Triggered by changes of pods. Scheduler specification section 2.1. */
@NullMarked
package io.koordbridge.scheduler.explain.podwarning;

import org.jspecify.annotations.NullMarked;
