"""Suites of tests, and tests that are left out or fail as expected."""

import unittest
@unittest.skipUnless(torch.cuda.is_available(), "no gpu")
class G(unittest.TestCase):
    def test_z(self): self.fail()
class T(unittest.TestCase):
    @classmethod
    def setUpClass(cls): print("class")
    def setUp(self): print("setup")
    @unittest.skip("later")
    def test_a(self): pass
    @unittest.skipIf(True, "because")
    def test_b(self): pass
    @unittest.expectedFailure
    def test_c(self): self.assertEqual(1, 2)
    def test_d(self): self.assertTrue(True)
    def test_e(self): self.assertEqual(torch.ones(1).item(), 2, "why")
    def test_f(self): self.skipTest("inside")
    def test_g(self): 1 / 0
suite = unittest.TestLoader().loadTestsFromTestCase(T)
suite2 = unittest.TestSuite(); suite2.addTest(T("test_d")); suite2.addTests([G("test_z"), T("test_e")])
res = unittest.TextTestRunner(verbosity=0).run(suite)
print(res.wasSuccessful(), res.testsRun, len(res.skipped), len(res.failures), len(res.errors), suite.countTestCases(), len(res.expectedFailures))
r2 = unittest.TextTestRunner(verbosity=2).run(suite2); print(r2)
print([s[1] for s in res.skipped], unittest.defaultTestLoader.getTestCaseNames(T)[:2])
