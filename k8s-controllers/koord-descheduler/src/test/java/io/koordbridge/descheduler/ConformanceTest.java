package io.koordbridge.descheduler;

import io.koordbridge.testkit.conformance.ConformanceTests;

class ConformanceTest extends ConformanceTests {}
