package io.koordbridge.protocol;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class that only computes: no clock, no I/O, no logger, no client, no mutable field, no randomness. The architecture
 * rules of every module hold marked classes to it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface PureCore {}
