package io.koordbridge.scheduler.conformance;

import io.koordbridge.testkit.conformance.ConformanceTests;

class ConformanceTest extends ConformanceTests {}
