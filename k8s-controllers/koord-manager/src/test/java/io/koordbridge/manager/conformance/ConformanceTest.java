package io.koordbridge.manager.conformance;

import io.koordbridge.testkit.conformance.ConformanceTests;

class ConformanceTest extends ConformanceTests {}
