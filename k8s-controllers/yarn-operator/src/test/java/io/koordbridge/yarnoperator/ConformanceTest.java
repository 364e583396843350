package io.koordbridge.yarnoperator;

import io.koordbridge.testkit.conformance.ConformanceTests;

class ConformanceTest extends ConformanceTests {}
